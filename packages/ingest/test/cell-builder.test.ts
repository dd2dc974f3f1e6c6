import { expect, test } from '@jest/globals';
import { CellBuilder } from '../src/events/cell-builder.ts';

test('adds up any revenue, also more than 64 bits', () => {
  const builder = new CellBuilder('website', 'day');
  for (let order = 0; order < 100; order++) builder.addOrders(20_000, 1, 1, 10n ** 18n);
  const [cell] = builder.build().where(() => true);
  expect(cell?.revenueCents).toBe(10n ** 20n);
});
