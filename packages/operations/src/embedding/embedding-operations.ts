import { inWebsiteTransaction, ormOn } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { embeddingAccounts, setEmbedOrigins } from '@funnel/embedding';
import { z } from 'zod';
import { defineOperation, type OperationContext } from '../operation.ts';
import { identifier } from '../parameters/kinds.ts';
import { bodySchema, readBody } from '../read-body.ts';
import { requirePerson } from '../require-person.ts';
import { originsBody, readOrigins } from './embed-origins.ts';

const PATH = '/beyond-v1/embedding/accounts';
const EMBEDDING = {
  scope: 'sharing',
  tag: 'Sharing',
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
      'The accounts of websites of the token that its person owns, with the origins whose pages may show their reports. Needs the token of a person.',
    parameters: {},
    output: z.object({ accounts: z.array(account).describe('By name.') }).meta({ id: 'EmbeddingAccounts' }),
    errors: [],
    example: { parameters: {} },
    async run(context) {
      const owner = ownerOf(context);
      const listed = await inTransaction(context, (orm) => embeddingAccounts(orm, owner));
      return { body: { accounts: listed } };
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
      'Replaces the origins whose pages may show the reports of an account. Only its owner may. It takes effect within a minute.',
    parameters: { id: identifier({ description: 'The id of an account.' }) },
    body: bodySchema(originsBody),
    output: account,
    errors: ['invalid_body', 'invalid_field', 'not_found'],
    example: { parameters: { id: 1 }, body: { origins: ['https://app.example.com'] } },
    async run(context, { id: accountId }, sent) {
      const owner = ownerOf(context);
      const origins = readOrigins(readBody(originsBody, sent));
      const changed = await inTransaction(context, (orm) =>
        setEmbedOrigins(orm, { accountId, owner, origins }, context.caller),
      );
      if (!changed)
        throw new ServiceError('not_found', 'It is not an account that you own. Nothing was changed.', {
          parameter: 'id',
        });
      return { body: changed };
    },
  }),
] as const;

function ownerOf(context: OperationContext) {
  const accountIds = [...new Set(context.websites.map(({ accountId }) => accountId))];
  return { userId: requirePerson(context), accountIds };
}

/** The data of the websites is not read, so no machine of theirs has to answer. */
function inTransaction<Result>(
  { database, websites }: OperationContext,
  work: (orm: ReturnType<typeof ormOn>) => Promise<Result>,
): Promise<Result> {
  const ids = websites.map(({ id }) => id);
  return inWebsiteTransaction(database, ids, (connection) => work(ormOn(connection)), []);
}
