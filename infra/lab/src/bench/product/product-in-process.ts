import type { Principal } from '@funnel/auth';
import { trustedWebsiteId } from '@funnel/domain';
import { operationOf, runOperation } from '@funnel/operations';
import { openBench } from './database.ts';
import { NOW, WEBSITE } from '../data/traffic.ts';
import type { Question } from './questions.ts';

/** The reports without HTTP and authentication, as both services call them. */
export type ProductInProcess = ReturnType<typeof openProduct>;

/** May read the reports of the website: checking tokens is not part of these measurements. */
const PRINCIPAL: Principal = {
  kind: 'oauth',
  subject: null,
  clientId: null,
  websiteIds: [trustedWebsiteId(WEBSITE)],
  scopes: new Set(['reports']),
  expiresAt: null,
  budgetKey: '',
};

export function openProduct(url: string, now = () => NOW) {
  // As the services open it.
  const database = openBench(url, { reusePlans: true });
  return {
    database,
    async ask({ operation, parameters }: Pick<Question, 'operation' | 'parameters'>): Promise<unknown> {
      const request = { database, principal: PRINCIPAL, raw: { ...parameters }, now: now() };
      return (await runOperation(operationOf(operation), request)).body;
    },
    /** Makes the next question one that is asked for the first time. */
    forget() {
      for (const cache of ['answers', 'estimates', 'unions']) database.memory.clear(cache);
    },
    close: () => database.close(),
  };
}
