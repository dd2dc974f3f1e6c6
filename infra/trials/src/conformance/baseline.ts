import { LocalError } from '@funnel/servers';

const ENTRY = /^ {2}- ([\w-]+:[\w-]+) # (\S.*)$/;

/** Reads the checks that do not apply, as `scenario:check`, with their reasons. Stricter than the tool's own parser. */
export function parseBaseline(text: string): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || /^\s*#/.test(line) || line === 'server:') continue;
    const [, check, reason] = ENTRY.exec(line) ?? [];
    if (check === undefined || reason === undefined)
      throw new LocalError(`Line ${index + 1} of the baseline is not "  - scenario:check # reason": ${line}`);
    if (reasons.has(check)) throw new LocalError(`Line ${index + 1} of the baseline repeats ${check}`);
    reasons.set(check, reason);
  }
  return reasons;
}
