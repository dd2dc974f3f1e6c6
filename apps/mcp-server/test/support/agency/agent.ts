import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { problemOf } from '../tool-server.ts';

/** The arguments of a tool call. */
export type Arguments = Readonly<Record<string, unknown>>;
/** A result, parsed from JSON. */
export type Body = ReturnType<typeof JSON.parse>;

type Period = 'week' | 'month' | 'quarter';
/** A type, not an interface: it is passed on as arguments. */
type Custom = { timeframe: 'custom'; range_start: string; range_end: string };

const ID_ARGUMENTS = ['id', 'website_id', 'website_ids'];

/**
 * Works like a model: it knows only the instructions, the list of tools and the results so far. It cannot use an id that
 * it has not seen.
 */
export class Agent {
  calls = 0;
  private readonly seenIds = new Set<number>();
  private readonly instructions: string;
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
    this.instructions = client.getInstructions() ?? '';
    for (const [, id] of this.instructions.matchAll(/(\d+) \(“[^”]*”/g)) this.seenIds.add(Number(id));
  }

  /** The last complete period, from the instructions. */
  last(period: Period): Custom {
    const [, range_start, range_end] =
      new RegExp(`last ${period} = (\\S{10}) to (\\S{10})`).exec(this.instructions) ?? [];
    if (!range_start || !range_end) throw new Error(`The instructions do not say what the last ${period} is`);
    return { timeframe: 'custom', range_start, range_end };
  }

  /** The id of a website, from the instructions. */
  websiteId(name: string): number {
    const [, id] = new RegExp(`(\\d+) \\(“${name}”, [A-Z]{3}\\)`).exec(this.instructions) ?? [];
    if (!id) throw new Error(`The instructions do not name ${name}`);
    return Number(id);
  }

  /** Calls a tool; throws if the call fails. */
  async call(tool: string, args: Arguments = {}): Promise<Body> {
    const result = await this.send(tool, args);
    if (result.isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${JSON.stringify(result.content)}`);
    this.collectIds(result.structuredContent);
    return result.structuredContent;
  }

  /** The error of a failed call, which may use ids that the agent has not seen. */
  async rejected(tool: string, args: Arguments): Promise<Body> {
    for (const id of idsIn(args)) this.seenIds.add(id);
    return problemOf(await this.send(tool, args));
  }

  private async send(tool: string, args: Arguments): Promise<Body> {
    const unseen = idsIn(args).filter((id) => !this.seenIds.has(id));
    if (unseen.length > 0) throw new Error(`The agent has not seen the ids ${unseen.join(', ')}`);
    this.calls += 1;
    return this.client.callTool({ name: tool, arguments: { ...args } });
  }

  private collectIds(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'number' && /^(\w+_)?id$/.test(key)) this.seenIds.add(value);
      this.collectIds(value);
    }
  }
}

function idsIn(args: Arguments): number[] {
  return ID_ARGUMENTS.flatMap((name) => args[name] ?? []).map(Number);
}

/** Finds an item; throws if there is none. */
export function findOne(items: readonly Body[], matches: (item: Body) => boolean): Body {
  const found = items.find(matches);
  if (found === undefined) throw new Error(`Not among ${JSON.stringify(items).slice(0, 300)}`);
  return found;
}

/** Matches an item, or an experiment, by name. */
export const named = (name: string) => (item: Body) => (item.name ?? item.campaign_name) === name;
