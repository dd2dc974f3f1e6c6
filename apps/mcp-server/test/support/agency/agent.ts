import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { problemOf } from '../tool-server.ts';

export type Arguments = Readonly<Record<string, unknown>>;
/** A body as its reader has it, parsed from JSON. */
export type Body = ReturnType<typeof JSON.parse>;

type Period = 'week' | 'month' | 'quarter';
/** A type, not an interface: it is passed on as arguments. */
type Custom = { timeframe: 'custom'; range_start: string; range_end: string };

const ID_ARGUMENTS = ['id', 'website_id', 'website_ids'];

/**
 * Works as a model does: it knows the instructions, the list of tools and the answers so far, and nothing else. An id
 * that it has not been told cannot be used.
 */
export class Agent {
  calls = 0;
  private readonly told = new Set<number>();
  private readonly instructions: string;
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
    this.instructions = client.getInstructions() ?? '';
    for (const [, id] of this.instructions.matchAll(/(\d+) \([\w.-]+\)/g)) this.told.add(Number(id));
  }

  /** The period that is over, as the instructions give its days. */
  last(period: Period): Custom {
    const [, range_start, range_end] =
      new RegExp(`last ${period} = (\\S{10}) to (\\S{10})`).exec(this.instructions) ?? [];
    if (!range_start || !range_end) throw new Error(`The instructions do not say what the last ${period} is`);
    return { timeframe: 'custom', range_start, range_end };
  }

  /** Of a website that the instructions name. */
  websiteId(name: string): number {
    const [, id] = new RegExp(`(\\d+) \\(${name}\\)`).exec(this.instructions) ?? [];
    if (!id) throw new Error(`The instructions do not name ${name}`);
    return Number(id);
  }

  async call(tool: string, args: Arguments = {}): Promise<Body> {
    const result = await this.send(tool, args);
    if (result.isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${JSON.stringify(result.content)}`);
    this.hear(result.structuredContent);
    return result.structuredContent;
  }

  /** What a call is refused with. A question may be wrong in its ids too. */
  async refused(tool: string, args: Arguments): Promise<Body> {
    for (const id of idsIn(args)) this.told.add(id);
    return problemOf(await this.send(tool, args));
  }

  private async send(tool: string, args: Arguments): Promise<Body> {
    const unheard = idsIn(args).filter((id) => !this.told.has(id));
    if (unheard.length > 0) throw new Error(`Nobody told the agent of ${unheard.join(', ')}`);
    this.calls += 1;
    return this.client.callTool({ name: tool, arguments: { ...args } });
  }

  private hear(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'number' && /^(\w+_)?id$/.test(key)) this.told.add(value);
      this.hear(value);
    }
  }
}

function idsIn(args: Arguments): number[] {
  return ID_ARGUMENTS.flatMap((name) => args[name] ?? []).map(Number);
}

/** The one that is asked for; its absence is a failure of the path. */
export function the(items: readonly Body[], matches: (item: Body) => boolean): Body {
  const found = items.find(matches);
  if (found === undefined) throw new Error(`Not among ${JSON.stringify(items).slice(0, 300)}`);
  return found;
}

export const named = (name: string) => (item: Body) => (item.name ?? item.campaign_name) === name;
