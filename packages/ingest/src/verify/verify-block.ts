import type { Database } from '@funnel/db';
import type { FunnelEvent } from '../parse/event.ts';
import type { EventBlock } from '../parse/event-block.ts';
import type { Refusal } from '../parse/refusal.ts';
import { verifyIds } from './verify-ids.ts';

interface Chains {
  /** Whether events without any deeper id are fine. */
  isKnown: boolean;
  byLevel: Record<keyof Chain, Map<number, Chain>>;
}

const DEEPEST_FIRST = ['elementIds', 'stepIds', 'variantIds', 'campaignIds'] as const;
type Chain = Record<(typeof DEEPEST_FIRST)[number], number>;

/** A chain takes about 100 bytes. */
const MAX_CHAINS = 300_000;

/** The ids of events that were verified, by website and by the deepest id that an event gives. Nothing of a catalog is ever deleted. */
export class KnownChains {
  readonly #websites = new Map<number, Chains>();
  #count = 0;

  /** Undefined if nothing is known of the website. */
  of(websiteId: number): Chains | undefined {
    return this.#websites.get(websiteId);
  }

  remember(sample: FunnelEvent): void {
    if (this.#count++ >= MAX_CHAINS) {
      this.#websites.clear();
      this.#count = 1;
    }
    let chains = this.#websites.get(sample.websiteId);
    if (!chains) {
      const none = () => new Map<number, Chain>();
      const byLevel = { elementIds: none(), stepIds: none(), variantIds: none(), campaignIds: none() };
      this.#websites.set(sample.websiteId, (chains = { isKnown: false, byLevel }));
    }
    const chain: Chain = {
      campaignIds: sample.campaignId ?? 0,
      variantIds: sample.variantId ?? 0,
      stepIds: sample.stepId ?? 0,
      elementIds: sample.elementId ?? 0,
    };
    const deepest = DEEPEST_FIRST.find((level) => chain[level] !== 0);
    if (deepest) chains.byLevel[deepest].set(chain[deepest], chain);
    else chains.isKnown = true;
  }
}

export interface VerifiedBlock {
  /** By event, 1 if it is accepted and 0 if not. */
  isAccepted: Uint8Array;
  refused: { event: number; refusal: Refusal }[];
}

/** Verifies a block in place with `verifyIds`: what events have in common only once, as remembered in `known`. */
export async function verifyBlock(
  database: Database,
  block: EventBlock,
  known: KnownChains,
): Promise<VerifiedBlock> {
  const isAccepted = new Uint8Array(block.length);
  const unknown = new Map<string, number[]>();
  for (let event = 0; event < block.length; event++) {
    if (fillIn(block, event, known)) isAccepted[event] = 1;
    else add(unknown, keyOf(block, event), event);
  }
  const refused: VerifiedBlock['refused'] = [];
  if (unknown.size === 0) return { isAccepted, refused };

  const samples = new Map<FunnelEvent, number[]>();
  for (const events of unknown.values()) samples.set(block.at(events[0] ?? 0), events);
  const verified = await verifyIds(database, [...samples.keys()], (sample, refusal) => {
    for (const event of samples.get(sample) ?? []) refused.push({ event, refusal });
  });
  for (const sample of verified) {
    for (const event of samples.get(sample) ?? []) {
      block.setIds(event, sample);
      isAccepted[event] = 1;
    }
    known.remember(sample);
  }
  return { isAccepted, refused };
}

/** Returns false if the ids are not known to belong together. An event that states a currency is always verified: a currency can change. */
function fillIn(block: EventBlock, event: number, known: KnownChains): boolean {
  const { columns, extras } = block;
  const chains = known.of(columns.websiteIds[event] ?? 0);
  if (!chains || (extras.size > 0 && extras.get(event)?.currency !== undefined)) return false;
  const deepest = DEEPEST_FIRST.find((level) => columns[level][event] !== 0);
  if (!deepest) return chains.isKnown;
  const chain = chains.byLevel[deepest].get(columns[deepest][event] ?? 0);
  if (!chain) return false;
  for (const level of DEEPEST_FIRST) {
    const given = columns[level][event];
    if (given !== 0 && given !== chain[level]) return false;
  }
  for (const level of DEEPEST_FIRST) columns[level][event] = chain[level];
  return true;
}

/** Equal for events that are verified alike. */
function keyOf({ columns, extras }: EventBlock, event: number): string {
  const ids = DEEPEST_FIRST.map((level) => columns[level][event]).join(' ');
  return `${columns.websiteIds[event]} ${ids} ${extras.get(event)?.currency ?? ''}`;
}

function add(map: Map<string, number[]>, key: string, event: number): void {
  const events = map.get(key);
  if (events) events.push(event);
  else map.set(key, [event]);
}
