import { readFileSync, writeFileSync } from 'node:fs';
import { mailOf, slackBody } from '@funnel/notifications';
import { expect, test } from '@jest/globals';
import { linksOf, NOW, SAMPLES } from '../support/sample-messages.ts';

const READERS = {
  en: { language: 'en', timeZone: 'America/New_York' },
  de: { language: 'de-DE', timeZone: 'Europe/Berlin' },
  ja: { language: 'ja', timeZone: 'Asia/Tokyo' },
};

/** Spaces differ between versions of the Unicode data. */
const plainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

// After an intended change of words: UPDATE_GOLDEN=1, and read the difference.
test.each(Object.entries(READERS))('all messages as somebody reads them: %s', (language, reader) => {
  const texts = Object.entries(SAMPLES).map(([name, message]) => {
    const told = { reader, links: linksOf(message), now: NOW };
    const { subject, text } = mailOf(message, told);
    return `=== ${name}\nSubject: ${subject}\nSlack: ${slackBody(message, told).text}\n\n${text}`;
  });
  const actual = plainSpaces(texts.join('\n'));
  const file = new URL(`golden/${language}.txt`, import.meta.url);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, actual);
  expect(actual).toBe(readFileSync(file, 'utf8'));
});
