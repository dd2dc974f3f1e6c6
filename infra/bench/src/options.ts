import { LocalError, parseArguments } from '@funnel/servers';
import { FULL, QUICK, SECTION_NAMES, type SectionName, TINY } from './settings.ts';

const USAGE = `Usage: npm run -s bench -- [--quick] [--only ${SECTION_NAMES.join(',')}]
                           [--fresh] [--json FILE] [--update-docs] [--no-gate]`;

/** The command line of `npm run -s bench`. */
export type Options = ReturnType<typeof parseOptions>;

/** Parses the command line. */
export function parseOptions(args: string[]) {
  const { values } = parseArguments(USAGE, {
    args,
    options: {
      quick: { type: 'boolean' },
      tiny: { type: 'boolean' },
      only: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      json: { type: 'string' },
      'update-docs': { type: 'boolean', default: false },
      'no-gate': { type: 'boolean' },
    },
  });
  return {
    settings: values.tiny ? TINY : values.quick ? QUICK : FULL,
    sections: sectionsOf(values.only),
    /** Whether to load the data again. */
    fresh: values.fresh,
    /** Where to write the results. */
    json: values.json,
    updateDocs: values['update-docs'],
    /** Whether a missed target is an error, in a run of the full size. */
    gate: !values['no-gate'],
  };
}

function sectionsOf(only: string | undefined): readonly SectionName[] {
  if (only === undefined) return SECTION_NAMES;
  const names = only.split(',');
  const unknown = names.filter((name) => !(SECTION_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) throw new LocalError(`Unknown section: ${unknown.join(', ')}\n${USAGE}`);
  return SECTION_NAMES.filter((name) => names.includes(name));
}
