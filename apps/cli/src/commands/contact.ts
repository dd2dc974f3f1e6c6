import { erasePersonData, personKeyOf, readPersonData } from '@funnel/contacts';
import { readWebsites } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { visitorConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { parseOptions, parseWebsiteIdOption } from '../options.ts';
import { visitorSecretsOf } from '../visitor-secrets.ts';
import { withDatabase } from '../with-database.ts';

/** `contact`: what is stored about a person, and its end. */
export const contact: Command = {
  usage: `contact export EMAIL|PHONE|VISITOR_TOKEN [--website ID]
       contact erase EMAIL|PHONE|VISITOR_TOKEN [--website ID] [--yes]`,
  summary:
    'What is stored about one person, on all websites or on one.\n' +
    'export: prints it as JSON. erase: says what would be deleted, and deletes it with --yes. Counts stay as they are:\n' +
    'they have no visitors. Backups keep the person until they are deleted: see docs/how-to/erase-a-person.md.',
  async run(context) {
    const { values, positionals } = parseOptions({
      args: context.argv,
      options: { website: { type: 'string' }, yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [verb, who, ...more] = positionals;
    if (verb !== 'export' && verb !== 'erase') throw new UsageError('Say export or erase.');
    if (!who || more.length > 0) throw new UsageError('Pass one e-mail, phone or visitor token.');
    const website =
      values.website === undefined
        ? undefined
        : parseWebsiteIdOption(values.website, `${values.website} is not a website id.`);
    const person = personKeyOf(who);
    if (!person) throw new UsageError(`${who} is neither an e-mail nor a phone nor a visitor token.`);
    const config = readConfig(visitorConfig, context.env);
    const connection = { name: 'funnel-contact', maxConnections: 1 };
    return withDatabase(context, config, connection, async (database) => {
      const secrets = await visitorSecretsOf(database, config);
      if (website !== undefined && (await readWebsites(database.sql, [website])).length === 0)
        throw new UsageError(`There is no website ${website}.`);
      const key = { ...person, websiteIds: website === undefined ? undefined : [website] };
      const data = await readPersonData(database, key, secrets);
      const found = `${counted(data.contacts.length, 'contact')} and ${counted(data.pendingEvents.length, 'event')} not counted yet`;
      if (verb === 'export') {
        context.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
        context.stderr.write(`${found}.\n`);
      } else if (!values.yes) {
        context.stderr.write(`${found} would be erased. Nothing was changed. Add --yes to erase them.\n`);
      } else {
        const erased = await erasePersonData(database, key, { secrets });
        context.stderr.write(
          `Erased ${counted(erased.contacts, 'contact')}; ${counted(erased.pendingEvents, 'event')} without a visitor now.\n`,
        );
      }
      return 0;
    });
  },
};

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
