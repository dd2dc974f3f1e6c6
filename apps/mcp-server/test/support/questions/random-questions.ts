import { fieldsOf, TOOL_OPERATIONS, type ToolOperation } from '@funnel/operations';
import { ABSENT, type Given, idsOf, VALUES } from './parameter-values.ts';
import fc from 'fast-check';

/** The same question for both surfaces. */
export interface Question {
  tool: string;
  websiteIds: readonly number[];
  /** Of the tool call. */
  args: Record<string, unknown>;
  /** Below /api/v1. */
  pathAndQuery: string;
}

/** The more there is to ask of a report, the more often. */
const WEIGHTED = TOOL_OPERATIONS.flatMap((report) =>
  Array.from({ length: 1 + fieldsOf(report.parameters).length }, () => report),
);
/** How many of a hundred values are faulty: mostly few, so that answers come; in a quarter many, so that faults meet. */
const FAULTY_OF_HUNDRED = [3, 3, 3, 45];

/** Where a fault in a date is looked at. */
const CUSTOM: [string, Given][] = [
  ['timeframe', 'custom'],
  ['range_start', '2026-11-01'],
  ['range_end', '2026-11-14'],
].map(([name = '', value = '']) => [name, { json: value, query: [value] }]);

export function randomQuestions(options: { count: number; seed: number }): Question[] {
  const question = fc
    .tuple(fc.constantFrom(...WEIGHTED), fc.constantFrom(...FAULTY_OF_HUNDRED))
    .chain(([report, faulty]) => questionOf(report, faulty));
  return fc.sample(question, { numRuns: options.count, seed: options.seed });
}

/** Every parameter of every report with some of its faults, one at a time; all of them, in turn, over the reports. */
export function loneFaults(eachParameter: number): Question[] {
  let turn = 0;
  return TOOL_OPERATIONS.flatMap((report) =>
    fieldsOf(report.parameters).flatMap(([name]) => {
      const ids = idsOf(report);
      const { faulty = [] } = (name === 'id' ? ids : VALUES[name]) ?? {};
      return Array.from({ length: eachParameter }, () => {
        const fault = faulty[turn++ % faulty.length] ?? ABSENT[0];
        const id = name === 'id' ? fault : ids?.sound[0];
        const context: [string, Given][] = name.startsWith('range_') ? CUSTOM : [];
        const entries =
          name === 'id' || !fault
            ? []
            : [...context.filter(([other]) => other !== name), [name, fault] as const];
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

function questionOf(report: ToolOperation, faulty: number): fc.Arbitrary<Question> {
  const ids = idsOf(report);
  const names = fieldsOf(report.parameters).map(([name]) => name);
  const given = fc.record(
    Object.fromEntries(
      Object.entries(VALUES).map(([name, values]) => [
        name,
        // Also what the report does not take, now and then: it is ignored, however given.
        presence(names.includes(name) ? likelihood(name) : 5, valueOf(values, faulty)),
      ]),
    ),
  );
  const id = ids ? valueOf({ ...ids, absent: [] }, faulty) : fc.constant(undefined);
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
  if (name.startsWith('range_')) return 85;
  return ['timeframe', 'group_by'].includes(name) ? 60 : 40;
}

function valueOf(
  {
    sound,
    faulty,
    absent = ABSENT,
  }: { sound: readonly Given[]; faulty: readonly Given[]; absent?: readonly Given[] },
  faultyOfHundred: number,
): fc.Arbitrary<Given> {
  return fc.oneof(
    { weight: faultyOfHundred, arbitrary: fc.constantFrom(...faulty) },
    { weight: 92 - faultyOfHundred, arbitrary: fc.constantFrom(...sound) },
    ...(absent.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom(...absent) }] : []),
  );
}

function presence(ofHundred: number, value: fc.Arbitrary<Given>): fc.Arbitrary<Given | undefined> {
  return fc.oneof(
    { weight: ofHundred, arbitrary: value },
    { weight: 100 - ofHundred, arbitrary: fc.constant(undefined) },
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
