import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolCall } from '@funnel/local';
import { createPostgresBackend, type IQueueBackend, Queue } from 'bullmq';
import type { Product } from './product.ts';
import type { CollectedSpan, Collector } from './collector.ts';

/** What a service needs to send its traces to a collector soon. */
export function tracingEnv({ url }: Collector): Record<string, string> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' };
}

const TOOL = 'get_website_report';
const EVENTS = 3;
const QUIET_MS = 1000;
const TIMEOUT_MS = 30_000;

/**
 * Calls a tool, and continues its trace with a question of a page, an event and a job, as an agent does that passes `traceparent` on.
 * Returns all spans of this one trace.
 */
export async function traceEveryService(product: Product, collector: Collector): Promise<CollectedSpan[]> {
  // The first requests of a process also read what it remembers afterwards.
  await walk(product, {});
  const traceId = randomBytes(16).toString('hex');
  await walk(product, { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` });
  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  await untilComplete(ofTrace);
  return ofTrace();
}

async function walk(product: Product, trace: Readonly<Record<string, string>>): Promise<void> {
  const { addresses, tokens, pageHeaders } = product;
  const events = Array.from({ length: EVENTS }, () => ({
    event_id: randomUUID(),
    type: 'view',
    website_id: 1,
    visitor_token: randomUUID(),
    occurred_at: new Date().toISOString(),
  }));
  await send(addresses.MCP_SERVER_RESOURCE, trace, toolCall(tokens.mcp, TOOL, { website_id: 1 }));
  await send(`${addresses.DASHBOARD_URL}/data/reports/websites`, trace, { headers: pageHeaders });
  await send(`${addresses.EVENT_INTAKE_RESOURCE}/v1/events`, trace, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.intake}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  await addJob(product, trace);
}

async function send(
  url: string,
  trace: Readonly<Record<string, string>>,
  request: { method?: string; headers: Readonly<Record<string, string>>; body?: string },
): Promise<void> {
  const response = await fetch(url, { ...request, headers: { ...request.headers, ...trace } });
  const text = await response.text();
  if (!response.ok || text.includes('"isError"'))
    throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
}

/** Adds a job in the way the worker does, but from here. */
async function addJob({ databaseUrl }: Product, trace: Readonly<Record<string, string>>): Promise<void> {
  const queue: Queue<unknown, unknown, string, unknown, unknown, string, IQueueBackend, unknown> = new Queue(
    'insights',
    { connection: {} },
    (name, options, kind) =>
      createPostgresBackend(
        name,
        { ...options, connection: { connectionString: databaseUrl, schema: 'bullmq', migrate: false } },
        kind,
      ),
  );
  try {
    await queue.add('snapshot', { website_id: 1, week: '2026-01-05', ...trace });
  } finally {
    await queue.close();
  }
}

/** Services send their spans in batches: waits until the job is there, and nothing new arrives. */
async function untilComplete(spans: () => CollectedSpan[]): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (let last = -1; performance.now() < deadline; ) {
    const { length } = spans();
    if (length === last && spans().some(({ name }) => name === 'job snapshot')) return;
    last = length;
    await sleep(QUIET_MS);
  }
  throw new Error(
    `The trace is incomplete: ${spans()
      .map(({ name }) => name)
      .join(', ')}`,
  );
}
