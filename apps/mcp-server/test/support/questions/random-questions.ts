import { fieldsOf, TOOL_OPERATIONS, type ToolOperation } from '@funnel/operations';
import { ABSENT, type Given, idsOf, VALUES } from './parameter-values.ts';
import fc from 'fast-check';

/** The same question for both surfaces. */
export interface Question {
  tool: string;
  websiteIds: readonly number[];
  /** The arguments of the tool call. */
  args: Record<string, unknown>;
  /** The REST request below /api/v1. */
  pathAndQuery: string;
}

/** Reports with more parameters are drawn more often. */
const WEIGHTED = TOOL_OPERATIONS.flatMap((report) =>
  Array.from({ length: 1 + fieldsOf(report.parameters).length }, () => report),
);
/** Percent of invalid values: usually few, so that reports run; in a quarter many, so that several errors meet. */
const INVALID_PERCENT = [3, 3, 3, 45];

/** Dates are validated only with a custom timeframe. */
const CUSTOM: [string, Given][] = [
  ['timeframe', 'custom'],
  ['range_start', '2026-11-01'],
  ['range_end', '2026-11-14'],
].map(([name = '', value = '']) => [name, { json: value, query: [value] }]);

/** Random questions, the same for the same seed. */
export function randomQuestions(options: { count: number; seed: number }): Question[] {
  const question = fc
    .tuple(fc.constantFrom(...WEIGHTED), fc.constantFrom(...INVALID_PERCENT))
    .chain(([report, invalidPercent]) => questionOf(report, invalidPercent));
  return fc.sample(question, { numRuns: options.count, seed: options.seed });
}

/** Questions with exactly one invalid value, for every parameter of every report. The values alternate between reports. */
export function singleInvalidValues(eachParameter: number): Question[] {
  let turn = 0;
  return TOOL_OPERATIONS.flatMap((report) =>
    fieldsOf(report.parameters).flatMap(([name]) => {
      const ids = idsOf(report);
      const { invalid = [] } = (name === 'id' ? ids : VALUES[name]) ?? {};
      return Array.from({ length: eachParameter }, () => {
        const value = invalid[turn++ % invalid.length] ?? ABSENT[0];
        const id = name === 'id' ? value : ids?.valid[0];
        const context: [string, Given][] = name.startsWith('range_') ? CUSTOM : [];
        const entries =
          name === 'id' || !value
            ? []
            : [...context.filter(([other]) => other !== name), [name, value] as const];
        return {
          tool: report.name,
          websiteIds: [11],
          args: argumentsOf([...(id ? [['id', id] as const] : []), ...entries]),
          pathAndQuery: `${pathOf(report, id)}?${queryOf(entries, false)}`,
        };
      });
    }),
  );
}

function questionOf(report: ToolOperation, invalidPercent: number): fc.Arbitrary<Question> {
  const ids = idsOf(report);
  const names = fieldsOf(report.parameters).map(([name]) => name);
  const given = fc.record(
    Object.fromEntries(
      Object.entries(VALUES).map(([name, values]) => [
        name,
        // Sometimes also parameters that the report does not have: they are ignored.
        presence(names.includes(name) ? likelihood(name) : 5, valueOf(values, invalidPercent)),
      ]),
    ),
  );
  const id = ids ? valueOf({ ...ids, absent: [] }, invalidPercent) : fc.constant(undefined);
  const websiteIds = fc.constantFrom([11], [11, 12], [11, 12]);
  return fc.record({ websiteIds, id, given, isBracketed: fc.boolean() }).map((drawn) => {
    const entries = Object.entries(drawn.given).flatMap(([name, value]) =>
      value ? [[name, value] as const] : [],
    );
    return {
      tool: report.name,
      websiteIds: drawn.websiteIds,
      args: argumentsOf([...(drawn.id ? [['id', drawn.id] as const] : []), ...entries]),
      pathAndQuery: `${pathOf(report, drawn.id)}?${queryOf(entries, drawn.isBracketed)}`,
    };
  });
}

function likelihood(name: string): number {
  if (name === 'website_id') return 92;
  // Without a timeframe the dates count, and half a range is invalid.
  if (name.startsWith('range_') || name === 'timeframe') return 92;
  return name === 'group_by' ? 60 : 40;
}

function valueOf(
  {
    valid,
    invalid,
    absent = ABSENT,
  }: { valid: readonly Given[]; invalid: readonly Given[]; absent?: readonly Given[] },
  invalidPercent: number,
): fc.Arbitrary<Given> {
  return fc.oneof(
    { weight: invalidPercent, arbitrary: fc.constantFrom(...invalid) },
    { weight: 92 - invalidPercent, arbitrary: fc.constantFrom(...valid) },
    ...(absent.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom(...absent) }] : []),
  );
}

function presence(percent: number, value: fc.Arbitrary<Given>): fc.Arbitrary<Given | undefined> {
  return fc.oneof(
    { weight: percent, arbitrary: value },
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
  );
}

function argumentsOf(entries: readonly (readonly [string, Given])[]): Record<string, unknown> {
  return Object.fromEntries(
    entries.flatMap(([name, { json }]) => (json === undefined ? [] : [[name, json] as const])),
  );
}

function pathOf({ path }: ToolOperation, id: Given | undefined): string {
  return path.replace('{id}', encodeURIComponent(id?.query[0] ?? ''));
}

function queryOf(entries: readonly (readonly [string, Given])[], isBracketed: boolean): string {
  return entries
    .flatMap(([name, { query }]) =>
      query.map((value) => {
        const written = name === 'website_ids' && isBracketed ? 'website_ids[]' : name;
        return `${encodeURIComponent(written)}=${encodeURIComponent(value)}`;
      }),
    )
    .join('&');
}
