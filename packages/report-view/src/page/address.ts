import { REPORTS } from '../generated/reports.ts';
import type { Place } from '../view/context/host.ts';
import { lookIn, lookParameters, PLAIN } from '../view/context/look.ts';
import type { Question } from '../view/questions/question.ts';

/** The page of each tool; what is in braces is an argument. */
const PAGES = Object.values(REPORTS).flatMap(({ tool, page }) =>
  page === undefined ? [] : [{ tool, page }],
);
/** Arguments in the query, under the same names as in the REST API. */
const IN_QUERY = [
  'timeframe',
  'range_start',
  'range_end',
  'count_type',
  'sort',
  'page',
  'cta_type',
  'status',
  'previous_period',
  'week',
];
const NUMBERS = ['website_id', 'id', 'page'];
/** What a page asks for unless its address says otherwise: campaigns by viewers, with their change. */
const USUAL: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  [REPORTS.campaigns.tool]: { sort: 'views', previous_period: true },
};

export function addressOf({ question, look }: Place): string | undefined {
  const { tool, args } = question;
  const found = PAGES.find((page) => page.tool === tool);
  if (!found) return undefined;
  const usual = USUAL[tool] ?? {};
  const query = new URLSearchParams();
  for (const name of IN_QUERY) {
    const value = args[name];
    if (isPlain(value) && value !== usual[name]) query.set(name, String(value));
  }
  for (const [name, value] of Object.entries(lookParameters(look))) query.set(name, value);
  const filled = found.page.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(args[name])),
  );
  // A list of metrics reads better with its commas.
  return query.size > 0 ? `${filled}?${query.toString().replaceAll('%2C', ',')}` : filled;
}

/** The place of an address; none for an address that is not a report. */
export function placeOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place | undefined {
  const parameters = new URLSearchParams(search);
  for (const { tool, page } of PAGES) {
    const ids = idsIn(page, pathname);
    if (!ids) continue;
    const given = IN_QUERY.flatMap((name) => {
      const text = parameters.get(name);
      return text === null ? [] : [[name, valueOf(name, text)] as const];
    });
    return {
      question: { tool, args: { ...USUAL[tool], ...ids, ...Object.fromEntries(given) } },
      look: lookIn(parameters),
    };
  }
  return undefined;
}

/** A link to a question begins with the usual look. */
export function linkOf(question: Question): string | undefined {
  return addressOf({ question, look: PLAIN });
}

/** Arguments of an address are never lists or objects. */
function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function idsIn(path: string, pathname: string): Record<string, number> | undefined {
  const [parts, given] = [path.split('/'), pathname.replace(/(?<=.)\/$/, '').split('/')];
  if (parts.length !== given.length) return undefined;
  const ids: Record<string, number> = {};
  for (const [index, part] of parts.entries()) {
    const text = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== text : !/^\d{1,15}$/.test(text)) return undefined;
    if (name !== undefined) ids[name] = Number(text);
  }
  return ids;
}

function valueOf(name: string, text: string): unknown {
  if (name === 'previous_period') return text === 'true';
  return NUMBERS.includes(name) ? Number(text) : text;
}
