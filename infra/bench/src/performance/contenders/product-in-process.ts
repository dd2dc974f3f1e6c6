import { openDatabase } from '@funnel/db';
import { operationOf, runOperation } from '@funnel/operations';
import { benchPrincipal } from '../../bench-principal.ts';
import { NOW, WEBSITE } from '../data/traffic.ts';
import type { Question } from '../questions.ts';

/** The reports without HTTP and authentication, as both services call them. */
export interface ProductInProcess {
  ask(question: Question): Promise<unknown>;
  /** Makes the next question one that is asked for the first time. */
  forget(): void;
  close(): Promise<void>;
}

const principal = benchPrincipal(WEBSITE);

/** Opens the product's database in this process. */
export function openProduct(url: string): ProductInProcess {
  // As the services open it.
  const database = openDatabase({ url, applicationName: 'funnel-bench', reusePlans: true });
  return {
    async ask({ operation, parameters }) {
      const request = { database, principal, raw: { ...parameters }, now: NOW };
      return (await runOperation(operationOf(operation), request)).body;
    },
    forget() {
      for (const cache of ['answers', 'estimates', 'unions']) database.memory.clear(cache);
    },
    close: () => database.close(),
  };
}
