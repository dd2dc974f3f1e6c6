import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span that a service has sent. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Undefined for the first span of a trace. */
  parentSpanId: string | undefined;
  name: string;
  startMs: number;
  durationMs: number;
  attributes: Readonly<Record<string, unknown>>;
  hasFailed: boolean;
}

/** Receives traces over OTLP/HTTP in JSON and keeps them in memory. */
export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: CollectedSpan[];
  close(): Promise<void>;
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: ExportedSpan[] }[];
  }[];
}

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  status?: { code?: number };
}

const ERROR_STATUS = 2;

/** Starts a collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const receive = async (req: IncomingMessage) => {
    const request = JSON.parse(await text(req)) as ExportRequest;
    for (const { resource, scopeSpans } of request.resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => collected(service, span))));
    }
  };
  const server = createServer((req, res) => {
    const isTraces = req.method === 'POST' && req.url === '/v1/traces';
    (isTraces ? receive(req) : Promise.reject(new Error('not a trace'))).then(
      () => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
      () => res.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function collected(service: string, span: ExportedSpan): CollectedSpan {
  const startMs = Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000;
  const endMs = Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000;
  return {
    service,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || undefined,
    name: span.name,
    startMs,
    durationMs: endMs - startMs,
    attributes: valuesOf(span.attributes),
    hasFailed: span.status?.code === ERROR_STATUS,
  };
}

function valuesOf(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

/** `{ stringValue: 'x' }` is 'x'. */
function plain(value: Record<string, unknown>): unknown {
  const [inner] = Object.values(value);
  const list = (inner as { values?: Record<string, unknown>[] } | null)?.values;
  return Array.isArray(list) ? list.map(plain) : inner;
}
