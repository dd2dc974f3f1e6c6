import { embeddingAccounts, inWebsiteTransaction, ormOn, setEmbedOrigins, statePerson } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { z } from 'zod';
import { defineOperation, type OperationContext } from '../operation.ts';
import { identifier } from '../parameters/kinds.ts';
import { bodySchema, readBody } from '../read-body.ts';
import { originsBody, readOrigins } from './embed-origins.ts';

const PATH = '/beyond-v1/embedding/accounts';
const EMBEDDING = {
  scope: 'embedding',
  tag: 'Embedding',
  websiteRule: 'all',
  transaction: 'none',
  caching: 'no-store',
} as const;

const account = z
  .object({
    id: z.int().describe('The id of the account.'),
    name: z.string().describe('The name of the account.'),
    origins: z.array(z.string()).describe('The origins whose pages may show its reports.'),
  })
  .meta({ id: 'EmbeddingAccount' });

/** Lists and sets the origins of the accounts that a person owns. */
export const embeddingOperations = [
  defineOperation({
    ...EMBEDDING,
    name: 'list_embed_origins',
    title: 'List embed origins',
    method: 'GET',
    path: PATH,
    summary: 'Which pages may show the reports',
    description:
      'The accounts that the person of the token owns, with the origins whose pages may show their reports. Needs a token that covers all that its person may see, as that of the dashboard.',
    parameters: {},
    output: z.object({ accounts: z.array(account).describe('By name.') }).meta({ id: 'EmbeddingAccounts' }),
    errors: [],
    example: { parameters: {} },
    async run(context) {
      const userId = requirePerson(context);
      return { body: { accounts: await asPerson(context, (orm) => embeddingAccounts(orm, userId)) } };
    },
  }),
  defineOperation({
    ...EMBEDDING,
    name: 'set_embed_origins',
    title: 'Set embed origins',
    method: 'PATCH',
    path: `${PATH}/{id}`,
    summary: 'Say which pages may show the reports',
    description:
      'Replaces the origins whose pages may show the reports of all websites of an account. Only its owner may. It takes effect within a minute. Needs the same token as the list.',
    parameters: { id: identifier({ description: 'The id of an account.' }) },
    body: bodySchema(originsBody),
    output: account,
    errors: ['invalid_body', 'invalid_field', 'not_found'],
    example: { parameters: { id: 1 }, body: { origins: ['https://app.example.com'] } },
    async run(context, { id: accountId }, sent) {
      const ownerId = requirePerson(context);
      const origins = readOrigins(readBody(originsBody, sent));
      const { actorId, address } = context.caller;
      const changed = await asPerson(context, (orm) =>
        setEmbedOrigins(orm, { accountId, ownerId, origins }, { actorId, address }),
      );
      if (!changed)
        throw new ServiceError('not_found', 'It is not an account that you own. Nothing was changed.', {
          parameter: 'id',
        });
      return { body: changed };
    },
  }),
] as const;

/** An account is more than some of its websites, so a token for chosen ones must not change it. */
function requirePerson({ person }: OperationContext): number {
  if (person) return person.id;
  throw new ServiceError(
    'forbidden',
    'This needs a token that covers all that a person may see, as that of the dashboard. This one is for chosen websites, or acts for no person.',
  );
}

function asPerson<Result>(
  context: OperationContext,
  work: (orm: ReturnType<typeof ormOn>) => Promise<Result>,
): Promise<Result> {
  const person = requirePerson(context);
  return inWebsiteTransaction(context.database, [], (connection) => {
    statePerson(connection, person);
    return work(ormOn(connection));
  });
}
