import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { FunnelEvent } from '../src/parse/event.ts';
import { EventBlock } from '../src/parse/event-block.ts';
import { EventIds } from '../src/ledger/event-ids.ts';
import { numbersBelow, sortByBytes, sortByInteger } from '../src/shared/counting-sort.ts';

function funnelEvent(changes: Partial<FunnelEvent> = {}): FunnelEvent {
  return {
    eventId: randomUUID(),
    type: 'order',
    websiteId: 1,
    campaignId: 2,
    variantId: undefined,
    stepId: undefined,
    elementId: 2 ** 31 - 1,
    visitorToken: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
    day: 20_000,
    revenueCents: 10n ** 14n,
    currency: undefined,
    products: [],
    fields: [],
    line: 3,
    ...changes,
  };
}

const events = Array.from({ length: 100 }, (_, n) =>
  funnelEvent({
    line: n,
    ...(n % 3 === 0 && { fields: [{ field: `f${n}`, fieldType: 'radio', values: ['a', null] }] }),
    ...(n % 7 === 0 && { currency: 'EUR' }),
  }),
);
const blockOf = (some: readonly FunnelEvent[]) => {
  const block = new EventBlock();
  for (const each of some) block.push(each);
  return block;
};
const all = (block: EventBlock) => Array.from({ length: block.length }, (_, index) => block.at(index));

describe('a block', () => {
  test('holds events as they are', () => {
    expect(all(blockOf(events))).toEqual(events);
  });

  test('takes the accepted events of other blocks, in their order and with all they have', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 100, maxLength: 100 }), (isAccepted) => {
        const block = blockOf(events.slice(0, 5));
        block.append(blockOf(events), Uint8Array.from(isAccepted, Number));
        expect(all(block)).toEqual([
          ...events.slice(0, 5),
          ...events.filter((_event, index) => isAccepted[index]),
        ]);
        block.append(blockOf(events.slice(5, 10)));
        expect(all(block).slice(-5)).toEqual(events.slice(5, 10));
      }),
    );
  });

  test('is the same in another thread', () => {
    const { message, transfer } = blockOf(events).message();
    expect(all(EventBlock.received(structuredClone(message, { transfer })))).toEqual(events);
  });
});

test('ids are the same only if website and all bytes are', () => {
  const id = '01020304-0506-0708-090a-0b0c0d0e0f10';
  const near = Array.from({ length: 32 }, (_, digit) => {
    const digits = id.replaceAll('-', '').split('');
    digits[digit] = digits[digit] === 'f' ? 'e' : 'f';
    return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  });
  const block = blockOf([
    funnelEvent({ eventId: id }),
    ...near.map((eventId) => funnelEvent({ eventId })),
    funnelEvent({ eventId: id, websiteId: 2 }),
  ]);
  const ids = new EventIds(block);
  expect(all(block).map((_event, index) => ids.add(index))).toEqual(all(block).map(() => true));
  const again = blockOf([
    funnelEvent({ eventId: id.toUpperCase() }),
    funnelEvent(),
    funnelEvent({ eventId: id, websiteId: 2 }),
  ]);
  expect([0, 1, 2].map((index) => ids.has(again, index))).toEqual([true, false, true]);
  expect(ids.add(0)).toBe(false);
});

test('items are sorted by integers and by bytes, and equal ones stay in their order', () => {
  const integer = fc.oneof(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(0, 255, 256, 65_536));
  fc.assert(
    fc.property(fc.array(integer), (values) => {
      const expected = values
        .map((_value, index) => index)
        .sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
      expect([...sortByInteger(numbersBelow(values.length), Int32Array.from(values))]).toEqual(expected);
      const bytes = Uint8Array.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
      const small = values.map((value) => value & 0xffff);
      const byBytes = small
        .map((_value, index) => index)
        .sort((a, b) => (small[a] ?? 0) - (small[b] ?? 0) || a - b);
      const items = numbersBelow(values.length);
      expect([...sortByBytes(items, bytes, { stride: 2, offsets: [1, 0] })]).toEqual(byBytes);
      expect([...items]).toEqual([...numbersBelow(values.length)]);
    }),
  );
});
