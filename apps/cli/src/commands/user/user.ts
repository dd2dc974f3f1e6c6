import { readConfig } from '@funnel/service';
import { userConfig } from '../../config.ts';
import { type Command, UsageError } from '../../context.ts';
import { FLAG, oneOf, parseArguments, TEXT } from '../../options.ts';
import { withDatabase } from '../../with-database.ts';
import { parseRole, parseWebsites } from './verb.ts';
import { USER_VERBS, VERB_NAMES } from './verbs.ts';

export const user: Command = {
  usage: `user list [--account ID] [--json]
       user add EMAIL --account ID [--role owner|member|reader] [--websites 11,12] [--generate]
       user join EMAIL --account ID [--role owner|member|reader] [--websites 11,12 | --websites all]
       user verify EMAIL
       user verify-domain DOMAIN --account ID
       user leave EMAIL --account ID
       user password EMAIL [--generate | --link]
       user reset-second-factor EMAIL
       user remove EMAIL`,
  summary:
    'Lets people sign in to the authorization server, and ends it.\n' +
    'add: the password comes from a prompt or from USER_PASSWORD, or it is generated and shown once. The\n' +
    'first person of an account becomes its owner. join: somebody who exists, with a verified address.\n' +
    'A reader creates no tokens. With --websites, the person sees only these of the account.\n' +
    'verify: you know that the address belongs to the person. An owner can invite an address of somebody else, so\n' +
    'people who came by an invitation are not verified. verify-domain: you know that the domain belongs to the company\n' +
    'of the account, whose owner has set up a company login for it.\n' +
    'password: a new password, or with --link an address where the person chooses one, once. Ends their sessions,\n' +
    'applications and tokens, as remove does. reset-second-factor: for somebody who has lost passkeys, one-time codes and\n' +
    'recovery codes; make sure that it is them. leave: they keep what is not of this account; its last\n' +
    'owner stays.',
  async run(context) {
    const { values, positionals } = parseArguments(context.argv, {
      account: TEXT,
      role: TEXT,
      websites: TEXT,
      generate: FLAG,
      link: FLAG,
      json: FLAG,
    });
    const [given = '', email, ...more] = positionals;
    const verb = USER_VERBS[oneOf(given, VERB_NAMES, `Say what to do: ${VERB_NAMES.join(', ')}.`)];
    if (more.length > 0) throw new UsageError('Pass one e-mail.');
    const config = readConfig(userConfig, context.env);
    const options = {
      ...values,
      email,
      account: values.account,
      role: parseRole(values.role),
      websites: parseWebsites(values.websites),
    };
    return withDatabase(context, config, (database) =>
      verb({
        context,
        database,
        options,
        givenPassword: config.USER_PASSWORD,
        issuer: config.AUTHORIZATION_SERVER_ISSUER,
      }),
    );
  },
};
