import { LocalError, parseArguments } from '@funnel/servers';
import { SECTION_NAMES, type SectionName } from './sections/section-names.ts';
import { FULL, QUICK, type Settings, TINY } from './settings.ts';

/** The command line of `npm run -s bench`. */
export interface Options {
  settings: Settings;
  sections: readonly SectionName[];
  /** Whether to load the data again. */
  fresh: boolean;
  /** Where to write the results. */
  json: string | undefined;
  /** Results of an earlier run, to be shown instead of measuring. */
  from: string | undefined;
  updateDocs: boolean;
  /** Whether a missed target is an error, in a run of the full size. */
  gate: boolean;
}

const USAGE = `Usage: npm run -s bench -- [--quick] [--only ${SECTION_NAMES.join(',')}] [--fresh]
                  [--json FILE] [--from FILE] [--update-docs] [--no-gate]
       npm run -s bench -- ingest|insights|scale|sizing [ARGUMENT]`;

/** Parses the command line. */
export function parseOptions(args: string[]): Options {
  const { values } = parse(args);
  return {
    settings: values.tiny ? TINY : values.quick ? QUICK : FULL,
    sections: sectionsOf(values.only),
    fresh: values.fresh ?? false,
    json: values.json,
    from: values.from,
    updateDocs: values['update-docs'] ?? false,
    gate: !values['no-gate'],
  };
}

function parse(args: string[]) {
  return parseArguments(USAGE, {
    args,
    options: {
      quick: { type: 'boolean' },
      tiny: { type: 'boolean' },
      only: { type: 'string' },
      fresh: { type: 'boolean' },
      json: { type: 'string' },
      from: { type: 'string' },
      'update-docs': { type: 'boolean' },
      'no-gate': { type: 'boolean' },
    },
  });
}

function sectionsOf(only: string | undefined): readonly SectionName[] {
  if (only === undefined) return SECTION_NAMES;
  const names = only.split(',');
  const unknown = names.filter((name) => !(SECTION_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) throw new LocalError(`Unknown section: ${unknown.join(', ')}\n${USAGE}`);
  return SECTION_NAMES.filter((name) => names.includes(name));
}
