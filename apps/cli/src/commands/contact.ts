import { erasePersonData, personKeyOf, readPersonData } from '@funnel/contacts';
import { readWebsites } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { visitorConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { FLAG, oneOf, onlyOne, parseArguments, parseWebsiteIdOption, TEXT } from '../options.ts';
import { visitorSecretsOf } from '../visitor-secrets.ts';
import { withDatabase } from '../with-database.ts';

export const contact: Command = {
  usage: `contact export EMAIL|PHONE|VISITOR_TOKEN [--website ID]
       contact erase EMAIL|PHONE|VISITOR_TOKEN [--website ID] [--yes]`,
  summary:
    'What is stored about one person, on all websites or on one.\n' +
    'export: prints it as JSON. erase: says what would be deleted, and deletes it with --yes. Counts stay as they are:\n' +
    'they have no visitors. Backups keep the person until they are deleted: see docs/how-to/erase-a-person.md.',
  async run(context) {
    const { values, positionals } = parseArguments(context.argv, { website: TEXT, yes: FLAG });
    const [given = '', ...people] = positionals;
    const verb = oneOf(given, ['export', 'erase'], 'Say export or erase.');
    const who = onlyOne(people, 'Pass one e-mail, phone or visitor token.');
    const website = parseWebsiteIdOption(values.website);
    const person = personKeyOf(who);
    if (!person) throw new UsageError(`${who} is neither an e-mail nor a phone nor a visitor token.`);
    const config = readConfig(visitorConfig, context.env);
    return withDatabase(context, config, async (database) => {
      const secrets = await visitorSecretsOf(database, config);
      if (website !== undefined && (await readWebsites(database.sql, [website])).length === 0)
        throw new UsageError(`There is no website ${website}.`);
      const key = { ...person, websiteIds: website === undefined ? undefined : [website] };
      const data = await readPersonData(database, key, secrets);
      const found = `${counted(data.contacts.length, 'contact')} and ${counted(data.pendingEvents.length, 'event')} not counted yet`;
      if (verb === 'export') {
        context.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
        context.say(`${found}.`);
      } else if (!values.yes) {
        context.say(`${found} would be erased. Nothing was changed. Add --yes to erase them.`);
      } else {
        const erased = await erasePersonData(database, key, { secrets });
        context.say(
          `Erased ${counted(erased.contacts, 'contact')}; ${counted(erased.pendingEvents, 'event')} without a visitor now.`,
        );
      }
    });
  },
};

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
