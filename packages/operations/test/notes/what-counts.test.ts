import type { CountType } from '@funnel/domain';
import { describe, expect, test } from '@jest/globals';
import { noCampaigns, noExperiments } from '../../src/notes/lists.ts';
import type { Note } from '../../src/notes/note.ts';
import { campaignNotes } from '../../src/reports/campaign/campaign.notes.ts';
import { campaignsNotes } from '../../src/reports/campaigns/campaigns.notes.ts';
import { elementNotes } from '../../src/reports/element/element.notes.ts';
import { stepNotes } from '../../src/reports/step/step.notes.ts';
import { variantNotes } from '../../src/reports/variant/variant.notes.ts';
import { websiteNotes } from '../../src/reports/website/website.notes.ts';
import { factsOf, periodOf } from '../support/facts.ts';

const facts = (countType: CountType) => ({
  ...factsOf({ period: periodOf('2026-11-01', '2026-11-13', countType) }),
  breaks: [],
  changes: undefined,
  rates: undefined,
  below: undefined,
});
const aboutIn = (notes: readonly Note[]) => notes.find(({ code }) => code === 'about')?.text;
const metrics = (views: number, conversions = 0) => ({ views, conversions });
const steps = (...positions: number[]) => positions.map((position) => ({ position, views: 1 }));

describe('a series of people', () => {
  const aboutSeries = (views: number[], countType: CountType = 'distinct') => {
    const points = views.map((count) => ({ views: count }));
    const data = { metrics: metrics(10), timeseries: { group_by: 'day' as const, points } };
    return aboutIn(websiteNotes({ ...facts(countType), data }));
  };

  test('says that its days do not add up, where somebody came again', () => {
    expect(aboutSeries([6, 6])).toBe(
      'Days do not add up to the whole: who comes again counts once in each, and once in all.',
    );
    expect(aboutSeries([6, 4])).toBeUndefined();
  });

  test('of events does add up', () => {
    expect(aboutSeries([6, 6], 'total')).not.toContain('add up');
  });
});

describe('total views contain the later steps', () => {
  const said = 'Views count every campaign and every step of it that is shown to a person, and every return.';
  const data = { metrics: metrics(1) };
  const pagination = { page: 1, per_page: 25, total_entries: 1, total_pages: 1 };
  const campaign = (positions: number[], countType: CountType) => {
    const none = { experiments: [], lives: new Map(), state: undefined };
    return campaignNotes({
      ...facts(countType),
      ...none,
      data,
      funnels: [{ variation: 'a', steps: steps(...positions) }],
    });
  };

  test.each<[string, (countType: CountType) => readonly Note[]]>([
    ['a website', (countType) => websiteNotes({ ...facts(countType), data })],
    ['a list', (countType) => campaignsNotes({ ...facts(countType), input: {}, pagination })],
    [
      'a variant with two steps',
      (countType) => variantNotes({ ...facts(countType), data, steps: steps(1, 2) }),
    ],
    ['a campaign with two steps', (countType) => campaign([1, 2], countType)],
  ])('of %s', (_name, notesOf) => {
    expect(aboutIn(notesOf('total'))).toBe(said);
    expect(aboutIn(notesOf('distinct'))).toBeUndefined();
  });

  test('but not of one step', () => {
    expect(aboutIn(variantNotes({ ...facts('total'), data, steps: steps(1) }))).toBeUndefined();
    expect(aboutIn(stepNotes({ ...facts('total'), data }))).toBeUndefined();
    expect(aboutIn(campaign([1], 'total'))).toBeUndefined();
  });
});

test('answers to a quiz that are more than people say so', () => {
  const aboutQuiz = (...counts: number[]) => {
    const fields = counts.map((count, index) => ({ field: 'Which rooms?', value: `Room ${index}`, count }));
    const data = { metrics: metrics(50, 20), fields, products: [] };
    return aboutIn(elementNotes({ ...facts('distinct'), data }));
  };
  expect(aboutQuiz(15, 9)).toBe(
    'Answers to “Which rooms?” are more than people: one person can give several.',
  );
  expect(aboutQuiz(12, 8)).toBeUndefined();
});

test('an empty list says what that means', () => {
  expect(noExperiments(0)[0]?.text).toBe(
    'No experiment is running: no live campaign splits its traffic between two variants.',
  );
  expect(noExperiments(1)).toEqual([]);
  expect(noCampaigns(0, {})[0]?.text).toBe('The catalog of this website has no campaigns yet.');
  expect(noCampaigns(0, { status: 'live', cta_type: 'bar' })[0]?.text).toBe(
    'No campaign has this status and cta_type.',
  );
  // A page behind the last one is not an empty list.
  expect(noCampaigns(3, {})).toEqual([]);
});
