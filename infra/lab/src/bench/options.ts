import { LocalError, parseArguments } from '@funnel/servers';
import { FULL, QUICK, SECTION_NAMES, type SectionName, TINY } from './settings.ts';

const USAGE = `Usage: npm run -s bench -- [--quick] [--only ${SECTION_NAMES.join(',')}]
                           [--json FILE] [--update-docs]`;

export type Options = ReturnType<typeof parseOptions>;

export function parseOptions(args: string[]) {
  const { values } = parseArguments(USAGE, {
    args,
    options: {
      quick: { type: 'boolean' },
      tiny: { type: 'boolean' },
      only: { type: 'string' },
      json: { type: 'string' },
      'update-docs': { type: 'boolean', default: false },
    },
  });
  return {
    settings: values.tiny ? TINY : values.quick ? QUICK : FULL,
    sections: sectionsOf(values.only),
    json: values.json,
    updateDocs: values['update-docs'],
  };
}

function sectionsOf(only: string | undefined): readonly SectionName[] {
  if (only === undefined) return SECTION_NAMES;
  const names = only.split(',');
  const unknown = names.filter((name) => !(SECTION_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) throw new LocalError(`Unknown section: ${unknown.join(', ')}\n${USAGE}`);
  return SECTION_NAMES.filter((name) => names.includes(name));
}
