/** Longer ones are ignored, as RFC 7240 allows: reading them could take long. */
const MAX_LENGTH = 1000;
/** A preference: its name and value, before its own parameters. A text in quotes may contain a comma. */
const PREFERENCE = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;
const HANDLING = /^\s*handling\s*=\s*(?:"(\w*)"|(\w*))\s*(?:;|$)/i;

/** What `Preference-Applied` says about it. */
export const STRICT = 'handling=strict';

/** Whether `Prefer` (RFC 7240) asks for strict handling. If a preference is repeated, the first one counts. */
export function isStrict(prefer: string | string[] | undefined): boolean {
  const text = String(prefer ?? '');
  if (text.length > MAX_LENGTH) return false;
  for (const [preference] of text.matchAll(PREFERENCE)) {
    const [isHandling, quoted, plain] = HANDLING.exec(preference) ?? [];
    if (isHandling !== undefined) return (quoted ?? plain)?.toLowerCase() === 'strict';
  }
  return false;
}
