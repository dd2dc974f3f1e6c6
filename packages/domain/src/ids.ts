/** Ids are PostgreSQL integers. */
export const MAX_ID = 2_147_483_647;

declare const brand: unique symbol;

/**
 * The id of a website that the code may read or write. A plain number does not compile in its place: it comes from
 * the verified principal (`@funnel/auth`), from a row of the database, or from an operator's command.
 */
export type WebsiteId = number & { readonly [brand]: 'WebsiteId' };

/**
 * Vouches for an id. Only `packages/auth`, operators' commands and tests may call it; lint checks that.
 * @example
 * const websiteId = trustedWebsiteId(101);
 * assert.equal(websiteId, 101);
 */
export function trustedWebsiteId(id: number): WebsiteId {
  return id as WebsiteId;
}

/**
 * Whether a value is a whole number from 1 to MAX_ID.
 * @example
 * assert.equal(isId(101), true);
 * assert.equal(isId(MAX_ID + 1), false);
 */
export function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_ID;
}

/**
 * Reads a number, or plain digits without sign or leading zero; undefined for anything else.
 * @example
 * assert.equal(parseId('101'), 101);
 * assert.equal(parseId('0101'), undefined);
 */
export function parseId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value;
  return isId(id) ? id : undefined;
}
