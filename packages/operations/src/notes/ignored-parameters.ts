import { isAbsent, ServiceError } from '@funnel/domain';
import type { RawInput } from '../parameters/parameter.ts';
import { nearestName } from './nearest-name.ts';
import type { Note } from './note.ts';

export interface Asked {
  /** The names that the operation takes. */
  known: readonly string[];
  /** What the caller sent by name. */
  given: RawInput;
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
}

/** Parameters that did not do what they say, and why. */
interface Unused {
  names: readonly string[];
  text: string;
}

/** Names are what the caller sent: anything longer or stranger is not repeated in a text. */
const PRINTABLE = /^[\w.[\]-]{1,40}$/;
const UNUSUAL = 'A parameter with an unusual name';
const MAX_NAME = 100;
const MAX_NAMED = 3;

/** The names that the operation does not have, empty ones too: `start_date=` is a mistake of the name. Null is missing. */
export function unknownNames({ known, given }: Pick<Asked, 'known' | 'given'>): string[] {
  return Object.keys(given).filter((name) => !known.includes(name) && (given[name] ?? null) !== null);
}

/** The parameters that had no effect on the answer. */
export function parameterNotes(asked: Asked): Note[] {
  const unknown = unknownNames(asked);
  const notes = unknown.slice(0, MAX_NAMED).map((name) => ignoredText(name, asked.known));
  const more = unknown.length - notes.length;
  if (more > 0) notes.push(`${more} more unknown parameters were ignored.`);
  return [
    ...notes.map((text) => ({ code: 'unknown_parameter' as const, text })),
    ...unusedParameters(asked).map(({ text }) => ({ code: 'unused_parameter' as const, text })),
  ];
}

/** Says that a parameter was ignored, and which one was probably meant. */
function ignoredText(name: string, known: readonly string[]): string {
  const what = PRINTABLE.test(name)
    ? `${name} is not a parameter of this report`
    : `${UNUSUAL} is unknown here`;
  return `${what} and was ignored.${meantText(name, known)}`;
}

/** The error of a caller who wants no parameter to be ignored. It names the first one. */
export function refuseUnknown(asked: Pick<Asked, 'known' | 'given'>): void {
  const [name] = unknownNames(asked);
  if (name === undefined) return;
  const { known } = asked;
  const what = PRINTABLE.test(name) ? `${name} is not a parameter here` : `${UNUSUAL} is unknown here`;
  const detail = `${what}.${meantText(name, known)}`;
  throw new ServiceError('unknown_parameter', detail, { parameter: name.slice(0, MAX_NAME), allowed: known });
}

/** The known parameters that had no effect, or less than they ask for. */
export function unusedParameters({ given, input }: Asked): Unused[] {
  const { timeframe } = (input['window'] ?? {}) as { timeframe?: string };
  const dates = ['range_start', 'range_end'].filter((name) => !isAbsent(given[name]));
  const isFrozen = timeframe === 'insights_week';
  const capped = ['per_page', 'limit'].filter((name) => isAbove(given[name], input[name]));
  return [
    ...(timeframe !== undefined && timeframe !== 'custom' && dates.length > 0
      ? [
          {
            names: dates,
            text: `${dates.join(' and ')} had no effect beside timeframe=${timeframe}. Leave out timeframe to use dates.`,
          },
        ]
      : []),
    ...(isFrozen && input['count_type'] === 'total'
      ? [
          {
            names: ['count_type'],
            text: 'count_type had no effect: insights_week has distinct counts only.',
          },
        ]
      : []),
    ...((isFrozen || timeframe === 'all_time') && input['previous_period'] === true
      ? [
          {
            names: ['previous_period'],
            text: `previous_period had no effect: ${timeframe} has no previous period.`,
          },
        ]
      : []),
    ...(input['email'] !== undefined && input['phone'] !== undefined
      ? [{ names: ['phone'], text: 'phone had no effect beside email.' }]
      : []),
    ...capped.map((name) => ({ names: [name], text: `${name} is at most ${String(input[name])}.` })),
  ];
}

/** Whether a number was given that the parameter has reduced. */
function isAbove(given: unknown, used: unknown): boolean {
  return !isAbsent(given) && typeof used === 'number' && Number(given) > used;
}

function meantText(name: string, known: readonly string[]): string {
  const nearest = PRINTABLE.test(name) ? nearestName(name, known) : undefined;
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}
