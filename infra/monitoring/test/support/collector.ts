import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveHttp } from '@funnel/testing';

/** A span that a service has sent. */
export interface CollectedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty or missing for the first span of a trace. */
  parentSpanId?: string;
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

interface ExportedSpan extends Pick<CollectedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name'> {
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
    if (req.method !== 'POST' || req.url !== '/v1/traces') throw new Error('not a trace');
    const request = JSON.parse(await text(req)) as ExportRequest;
    for (const { resource, scopeSpans } of request.resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => collected(service, span))));
    }
  };
  const server = await serveHttp((req, res) => {
    receive(req).then(
      () => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
      () => res.writeHead(400).end(),
    );
  });
  return { ...server, spans };
}

function collected(service: string, span: ExportedSpan): CollectedSpan {
  const { startTimeUnixNano, endTimeUnixNano, attributes, status, ...rest } = span;
  const startMs = Number(BigInt(startTimeUnixNano) / 1000n) / 1000;
  const endMs = Number(BigInt(endTimeUnixNano) / 1000n) / 1000;
  return {
    ...rest,
    service,
    startMs,
    durationMs: endMs - startMs,
    attributes: valuesOf(attributes),
    hasFailed: status?.code === ERROR_STATUS,
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
