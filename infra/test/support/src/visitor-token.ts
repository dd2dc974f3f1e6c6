let made = 0;

/**
 * The token of a visitor that no other call has. The same in each run: a sketch counts two of a few thousand random
 * visitors as one now and then.
 */
export function newVisitorToken(): string {
  made += 1;
  return `f0000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
}
