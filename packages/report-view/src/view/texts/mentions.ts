/** A campaign that a text names in quotes. */
interface Mention {
  id: number;
  text: string;
}

const QUOTED = /“([^”]+)”/g;
const CUT = '…';

/** Splits a text at the names of campaigns in it. A name that several campaigns have stays text. */
export function mentions(
  text: string,
  campaigns: readonly { id: number; name: string }[],
): (string | Mention)[] {
  const parts: (string | Mention)[] = [];
  let end = 0;
  for (const match of text.matchAll(QUOTED)) {
    const [whole, name = ''] = match;
    const found = campaigns.filter((campaign) => isNamed(campaign.name, name));
    const [only] = found;
    if (!only || found.length > 1) continue;
    parts.push(text.slice(end, match.index), { id: only.id, text: whole });
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}

/** As everywhere else, percentages have a space before their sign. Names stay as they are. */
export function spaced(text: string): string {
  return text.replaceAll(/“[^”]*”|\d%/g, (found) =>
    found.startsWith('“') ? found : found.replace('%', '\u00a0%'),
  );
}

/** Long names are cut in texts. */
function isNamed(name: string, quoted: string): boolean {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  return quoted.endsWith(CUT) ? plain.startsWith(quoted.slice(0, -CUT.length).trim()) : plain === quoted;
}
