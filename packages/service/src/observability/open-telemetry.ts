import { setTimeout as sleep } from 'node:timers/promises';
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { Following } from './following.ts';
import type { SpanEnd, TraceHeaders, Tracer } from './spans.ts';
import { type TraceLimit, tracesPerSecond } from './traces-per-second.ts';

export interface OpenTelemetryOptions {
  service: string;
  version: string;
  /** How many new traces to record in a second. Undefined if the variables of the SDK say which ones. */
  maxPerSecond: number | undefined;
  onError: (error: unknown) => void;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};
/** Tells another service that the trace is not recorded. The ids are of no trace, but must not be zero. */
const NOT_RECORDED = { traceparent: '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-00' };
/** The flags of a trace that its caller does not record. */
const UNSAMPLED = '-00';
/** A process that stops does not wait longer for a collector that does not answer. */
const LAST_EXPORT_MS = 2000;

/**
 * Starts the OpenTelemetry SDK. This module is loaded only if traces are wanted. The SDK reads the standard variables by
 * itself: the address and headers of the collector, the sampler, the size of batches, further resource attributes.
 */
export function openTelemetry({ service, version, maxPerSecond, onError }: OpenTelemetryOptions) {
  const report = (message: string) => onError(new Error(message));
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  );
  const own = resourceFromAttributes({
    'service.namespace': 'funnel',
    'service.name': service,
    'service.version': version,
  });
  const limit = maxPerSecond === undefined ? undefined : tracesPerSecond(maxPerSecond);
  const contextManager = new AsyncLocalStorageContextManager();
  const following = new Following(contextManager);
  const provider = new NodeTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    // A trace that another service records is recorded here, too.
    ...(limit && { sampler: new ParentBasedSampler({ root: limit.sampler }) }),
    spanProcessors: [new BatchSpanProcessor(unfollowed(new OTLPTraceExporter(), following))],
  });
  provider.register({ contextManager });
  const close = () =>
    Promise.race([provider.shutdown().catch(onError), sleep(LAST_EXPORT_MS, undefined, { ref: false })]);
  return { tracer: tracerOf(provider, following, limit), close };
}

/** The SDK sends spans within a context of its own, which nothing here needs. */
function unfollowed(exporter: SpanExporter, following: Following): SpanExporter {
  return {
    export: (spans, done) => {
      exporter.export(spans, done);
      following.mayStop();
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function tracerOf(provider: NodeTracerProvider, following: Following, limit: TraceLimit | undefined): Tracer {
  const tracer = provider.getTracer('funnel');
  return {
    start(name, { kind, attributes, parent }) {
      if (limit && parent && isSurelyUnrecorded(parent, limit)) return undefined;
      const outer = parent ? propagation.extract(ROOT_CONTEXT, parent) : context.active();
      const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: attributes ?? {} };
      const span = tracer.startSpan(name, options, outer);
      if (!span.isRecording()) return undefined;
      following.begin();
      const inner = trace.setSpan(outer, span);
      return {
        end(how) {
          endSpan(span, how);
          following.end();
        },
        run: (work) => context.with(inner, work),
      };
    },
    ids() {
      const active = trace.getActiveSpan()?.spanContext();
      return active && { trace_id: active.traceId, span_id: active.spanId };
    },
    headers() {
      if (!trace.getActiveSpan()) return NOT_RECORDED;
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
    bind(work) {
      const own = trace.getActiveSpan() ? context.active() : ROOT_CONTEXT;
      return () => (own === ROOT_CONTEXT && !trace.getActiveSpan() ? work() : context.with(own, work));
    },
  };
}

/** Spares the SDK most requests; it decides about the others itself. */
function isSurelyUnrecorded({ traceparent }: TraceHeaders, limit: TraceLimit): boolean {
  return traceparent === undefined ? limit.isReached() : traceparent.endsWith(UNSAMPLED);
}

function endSpan(span: OtelSpan, { name, attributes, error }: SpanEnd = {}): void {
  if (name !== undefined) span.updateName(name);
  if (attributes) span.setAttributes(attributes);
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', typeOf(error));
  }
  span.end();
}

function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : typeof error;
}
