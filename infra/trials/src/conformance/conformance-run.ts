import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Addresses } from '@funnel/local';
import type { Person } from '@funnel/testing';
import type { Trial } from '../trial.ts';

/** The protocol revisions to test, oldest first. Each has a baseline. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** One of them. */
export type Revision = (typeof REVISIONS)[number];

/** The services that the suites run against. */
export interface Product {
  addresses: Pick<Addresses, 'AUTHORIZATION_SERVER_ISSUER' | 'MCP_SERVER_RESOURCE'>;
  /** Belongs to the account of the websites 1 and 2. */
  person: Person;
}

/** What a suite works with. */
export interface ConformanceRun extends Trial {
  product: Product;
}

/** Reads the committed list of tools, which every client must receive. */
export async function contractTools({ root }: ConformanceRun): Promise<{ name: string }[]> {
  const file = await readFile(join(root, 'contracts', 'tools.json'), 'utf8');
  return (JSON.parse(file) as { tools: { name: string }[] }).tools;
}

/** Runs and reports one step. */
export type Step = <Result>(title: string, work: () => Promise<Result> | Result) => Promise<Result>;

/** Runs steps and prints a line for each. Stops at the first failure; resolves with whether all passed. */
export async function runSteps(steps: (step: Step) => Promise<void>): Promise<boolean> {
  let current = 'preparation';
  try {
    await steps(async (title, work) => {
      current = title;
      const result = await work();
      console.log(`  ok      ${title}${typeof result === 'string' ? `: ${result}` : ''}`);
      return result;
    });
    return true;
  } catch (error) {
    console.log(`  failed  ${current}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
