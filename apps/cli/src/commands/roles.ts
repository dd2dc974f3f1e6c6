import { createServiceRoles, migrateDatabase, SERVICE_NAMES, type ServiceName } from '@funnel/admin';
import { readConfig } from '@funnel/service';
import { PASSWORD_VARIABLES, rolesConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { FLAG, parseOptions } from '../options.ts';
import { withSession } from '../with-database.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

export const roles: Command = {
  usage: 'roles [--quiet]',
  summary:
    'Creates one database role per service, with only the rights that the service needs, and row-level security.\n' +
    'Prints the DATABASE_URL of each service whose password is known. Run it again at any time: it corrects the rights.\n' +
    'A password comes from a variable such as REST_API_DATABASE_PASSWORD. A new role without one gets a random password;\n' +
    'an existing role keeps its own.\n' +
    '--quiet prints no DATABASE_URL, for output that is logged. It needs every password.',
  async run(context) {
    const { argv, env, stdout, say } = context;
    const { quiet } = parseOptions(argv, { quiet: FLAG });
    const config = readConfig(rolesConfig, env);
    const passwords: Partial<Record<ServiceName, string>> = {};
    for (const service of SERVICE_NAMES) {
      const password = config[PASSWORD_VARIABLES[service]];
      if (password !== undefined) passwords[service] = password;
      else if (quiet)
        throw new UsageError(
          `--quiet needs ${PASSWORD_VARIABLES[service]}: a random password would be lost.`,
        );
    }
    let isLeft = false;
    const created = await withSession(context, config, async (session) => {
      await migrateDatabase(session.url, session);
      const warn = (message: string) => {
        isLeft = true;
        say(message);
      };
      return createServiceRoles(session.url, passwords, { ...session, warn });
    }).catch(explainRefusal);
    for (const { service, role, url } of created) {
      if (quiet) continue;
      if (url) stdout.write(`${service} DATABASE_URL=${url}\n`);
      else say(`${service}: the role ${role} exists and keeps its password.`);
    }
    const left = isLeft ? ', but for what only a superuser may change: see above' : '';
    say(`The rights of the services are up to date${left}.`);
  },
};

function explainRefusal(error: unknown): never {
  // The error of a migration has that of PostgreSQL as its cause.
  const cause = ((error as Error).cause ?? error) as Error & { code?: string };
  if (cause.code !== INSUFFICIENT_PRIVILEGE) throw error;
  throw new UsageError(`The user of DATABASE_URL must own the tables and have CREATEROLE: ${cause.message}.`);
}
