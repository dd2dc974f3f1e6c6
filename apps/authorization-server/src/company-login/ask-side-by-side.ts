import { groupBy } from '@funnel/domain';
import type { CompanyIdentity } from '@funnel/identity';

/** How much is asked at once, and for how long. */
export interface AskingLimits {
  companies: number;
  eachCompany: number;
  /** Once questions of a company have failed for so long together, no more of its people are asked about. */
  failedMs: number;
  /** No further people are asked about after this time. */
  allMs: number;
}

/** Less than an hour: then the next check begins. */
const LIMITS: AskingLimits = { companies: 16, eachCompany: 4, failedMs: 30_000, allMs: 50 * 60 * 1000 };

/** Begins a check of the people of all companies. Who is not asked about in it is asked about in the next one. */
export function startAsking(limits: AskingLimits = LIMITS) {
  const startedAt = performance.now();
  const failedMs = new Map<number, number>();
  const isOver = () => performance.now() - startedAt > limits.allMs;
  const isSilent = (company: number) => (failedMs.get(company) ?? 0) > limits.failedMs;
  return {
    isOver,
    /** Runs `ask` for each, several companies side by side, so that one that is slow does not hold up the others. */
    async each(
      people: readonly CompanyIdentity[],
      ask: (person: CompanyIdentity) => Promise<void>,
      onFailure: (error: unknown, person: CompanyIdentity) => void,
    ): Promise<void> {
      const companies = groupBy(people, ({ accountId }) => accountId);
      await sideBySide([...companies], limits.companies, ([company, own]) =>
        sideBySide(own, limits.eachCompany, async (person) => {
          if (isOver() || isSilent(company)) return;
          const askedAt = performance.now();
          await ask(person).catch((error: unknown) => {
            failedMs.set(company, (failedMs.get(company) ?? 0) + performance.now() - askedAt);
            onFailure(error, person);
          });
        }),
      );
    },
  };
}

/** Runs `work` for all items, for so many of them at once. */
async function sideBySide<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const run = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: most }, run));
}
