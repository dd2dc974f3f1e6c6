import { comparedDays, parseDay, resolvePeriod } from '@funnel/domain';
import { expect, test } from '@jest/globals';
import { baseText, comparedText, notComparedText } from '../src/index.ts';

const day = (text: string) => parseDay(text) ?? 0;
const range = (start: string, end: string) => ({ start: day(start), end: day(end) });

test('the words name weekdays within this week and the last, otherwise dates', () => {
  const words = (timeframe: 'this_week', today: string) => {
    const now = new Date(`${today}T00:05:00Z`);
    const { window } = resolvePeriod({ selection: { timeframe } }, { facts: { firstDay: 0 }, now });
    const days = comparedDays({ timeframe, window }, day(today));
    return typeof days === 'string' ? notComparedText(days) : comparedText(days, day(today));
  };
  expect(words('this_week', '2026-11-19')).toBe(
    'Monday to Wednesday against Monday to Wednesday of last week',
  );
  expect(words('this_week', '2026-11-17')).toBe('Monday against Monday of last week');
  expect(words('this_week', '2026-11-16')).toBe('Today is not over, so it is not compared yet.');
  expect(words('this_month' as 'this_week', '2026-01-15')).toBe(
    '1 to 14 January against 1 to 14 December 2025',
  );
  // A week that began last week is named by its dates.
  expect(words('last_7_days' as 'this_week', '2026-11-19')).toBe(
    '13 to 18 November against 6 to 11 November',
  );
  expect(words('last_24_hours' as 'this_week', '2026-11-19')).toBe(
    'Wednesday against Wednesday of last week',
  );
  expect(words('last_24_hours' as 'this_week', '2026-11-16')).toBe('15 November against 8 November');
  const days = { window: range('2026-11-16', '2026-11-18'), base: range('2026-09-28', '2026-10-04') };
  expect(baseText(days, day('2026-11-19'))).toBe('28 September to 4 October');
});
