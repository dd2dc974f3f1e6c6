import { isAbsent } from '@funnel/domain';
import { fieldsOf, type Parameters, type RawInput } from '../parameters/parameter.ts';
import { nearestName } from './nearest-name.ts';
import type { Note } from './note.ts';

/** A parsed request. */
interface Asked {
  parameters: Parameters;
  raw: RawInput;
  input: Readonly<Record<string, unknown>>;
}

const MAX_NAMED = 3;
/** Names are what the caller sent: anything longer or stranger is not repeated. */
const PRINTABLE = /^[\w.[\]-]{1,40}$/;

/** The parameters that had no effect on the answer. */
export function parameterNotes({ parameters, raw, input }: Asked): Note[] {
  const known = fieldsOf(parameters).map(([name]) => name);
  const given = Object.keys(raw).filter((name) => !isAbsent(raw[name]));
  const unknown = given.filter((name) => !known.includes(name));
  const notes = unknown.slice(0, MAX_NAMED).map((name) => unknownText(name, known));
  const more = unknown.length - notes.length;
  if (more > 0) notes.push(`${more} more unknown parameters were ignored.`);
  return [
    ...notes.map((text) => ({ code: 'unknown_parameter' as const, text })),
    ...unusedTexts(raw, input).map((text) => ({ code: 'unused_parameter' as const, text })),
  ];
}

function unknownText(name: string, known: readonly string[]): string {
  if (!PRINTABLE.test(name)) return 'A parameter with an unusual name is unknown here and was ignored.';
  const nearest = nearestName(name, known);
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${name} is not a parameter of this report and was ignored.${meant}`;
}

function unusedTexts(raw: RawInput, input: Asked['input']): string[] {
  const { timeframe } = (input['window'] ?? {}) as { timeframe?: string };
  const dates = ['range_start', 'range_end'].filter((name) => !isAbsent(raw[name]));
  const isFrozen = timeframe === 'insights_week';
  const capped = ['per_page', 'limit'].filter((name) => isAbove(raw[name], input[name]));
  return [
    ...(timeframe !== undefined && timeframe !== 'custom' && dates.length > 0
      ? [
          `${dates.join(' and ')} had no effect beside timeframe=${timeframe}. Leave out timeframe to use dates.`,
        ]
      : []),
    ...(isFrozen && input['count_type'] === 'total'
      ? ['count_type had no effect: insights_week has distinct counts only.']
      : []),
    ...((isFrozen || timeframe === 'all_time') && input['previous_period'] === true
      ? [`previous_period had no effect: ${timeframe} has no previous period.`]
      : []),
    ...capped.map((name) => `${name} is at most ${String(input[name])}.`),
  ];
}

/** Whether a number was given that the parameter has reduced. */
function isAbove(given: unknown, used: unknown): boolean {
  return !isAbsent(given) && typeof used === 'number' && Number(given) > used;
}
