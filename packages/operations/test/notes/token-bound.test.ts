import { expect, test } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type Note, NOTE_CODES } from '../../src/index.ts';
import { quoted } from '@funnel/words';
import { limitNotes } from '../../src/notes/limit-notes.ts';
import fc from 'fast-check';

const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('b', 'c', 'd', 'g', 'j', 'k', 'n', 'q', 's', 'v', 'w', 'x', 'z'),
    minLength: 20,
    maxLength: 60,
  }),
  fc.string({ unit: fc.constantFrom('👩‍👩‍👧‍👦', '𓀀', '௵', '漢', 'Ж', '�'), maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('xo', 'qu', 'zi', 'Ja', 'wy', 'va'), minLength: 6, maxLength: 30 }),
  fc.constantFrom('Spring sale', 'Newsletter bar', 'Book a demo'),
);
const note: fc.Arbitrary<Note> = fc
  .tuple(fc.constantFrom(...NOTE_CODES), fc.array(name, { maxLength: 6 }), fc.nat(9_999_999))
  .map(([code, names, number]) => ({
    code,
    text: `Change of revenue: +${number.toLocaleString('en-US')} EUR. ${names.map((one) => quoted(one)).join(', ')}.`,
  }));

test('notes cost at most 300 tokens, whatever the names are', () => {
  fc.assert(
    fc.property(fc.array(note, { maxLength: 12 }), (notes) => {
      const kept = limitNotes(notes);
      const [json, block] = [
        JSON.stringify(kept),
        kept.map(({ code, text }) => `- ${code}: ${text}`).join('\n'),
      ];
      expect(countTokens(json)).toBeLessThanOrEqual(300);
      expect(countTokens(`Notes on this answer:\n${block}`)).toBeLessThanOrEqual(300);
    }),
    { numRuns: 60 },
  );
});

test('keeps the most important notes, in their order', () => {
  const long = (code: Note['code']): Note => ({ code, text: 'word '.repeat(120) });
  const notes = [long('about'), long('running_window'), long('unknown_parameter')];
  expect(limitNotes(notes).map(({ code }) => code)).toEqual(['unknown_parameter', 'running_window']);
});
