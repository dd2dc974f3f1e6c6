/** Ids are PostgreSQL integers. */
const MAX_ID = 2_147_483_647;

export function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_ID;
}

/** A number, or plain digits without sign or leading zero; anything else is no id. */
export function parseId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value;
  return isId(id) ? id : undefined;
}
