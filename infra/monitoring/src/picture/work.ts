import { setTimeout as sleep } from 'node:timers/promises';
import { askReport, callTool, sendEvents } from '../calls.ts';
import type { Product } from '../product.ts';

/** A tool and its arguments. */
type ToolCall = [string, Record<string, unknown>];

const REPORTS = ['/reports/websites', '/reports/website?website_id=1', '/reports/campaigns?website_id=1'];
const TOOLS: ToolCall[] = [
  ['list_websites', {}],
  ['get_website_report', { website_id: 1 }],
  ['get_website_report', { website_id: 2, timeframe: 'last_7_days' }],
  ['list_campaigns', { website_id: 1 }],
];
const NOTHING_ELSE: ToolCall = ['list_websites', {}];
const TURN_MS = 100;
const WAVE_MS = 30_000;

/** Uses the product for a while: waves of events, reports and tool calls, as on a busy morning. */
export async function work(product: Product, durationMs: number): Promise<void> {
  const startedAt = performance.now();
  for (let turn = 0; performance.now() - startedAt < durationMs; turn += 1) {
    const wave = 1 + Math.sin((2 * Math.PI * (performance.now() - startedAt)) / WAVE_MS);
    const [tool, args] = TOOLS[turn % TOOLS.length] ?? NOTHING_ELSE;
    await Promise.all([
      sendEvents(product, Math.round(5 + 15 * wave)),
      ...(turn % 2 === 0 ? [askReport(product, REPORTS[(turn / 2) % REPORTS.length] ?? '')] : []),
      ...(wave > 0.8 ? [callTool(product, tool, args)] : []),
    ]);
    await sleep(TURN_MS);
  }
}
