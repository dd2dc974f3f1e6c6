import type { Comparison } from './extras.ts';

/** Which days are compared, and what the colours of changes mean. Entries of a list are judged together: each alone may say more. */
export function comparedText({ text, base, parts = {} }: Comparison, listed?: string): string {
  if (base === undefined) return text;
  const judged = Object.values(parts).filter(({ new_since: since }) => since === undefined).length;
  const among = listed !== undefined && judged > 1 ? ` among ${judged} ${listed}` : '';
  return `Changes: ${text}. Grey could be chance${among}.`;
}
