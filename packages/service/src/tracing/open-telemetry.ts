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
import { BatchSpanProcessor, NodeTracerProvider, ParentBasedSampler } from '@opentelemetry/sdk-trace-node';
import type { SpanEnd, Tracer } from './spans.ts';
import { tracesPerSecond } from './traces-per-second.ts';

/** Who sends traces. */
export interface OpenTelemetryOptions {
  service: string;
  version: string;
  /** How many new traces to record in a second. Undefined if the variables of the SDK say which ones. */
  maxPerSecond: number | undefined;
  /** Called when traces could not be sent. */
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
  const provider = new NodeTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    ...(maxPerSecond !== undefined && {
      // A trace that another service records is recorded here, too.
      sampler: new ParentBasedSampler({ root: tracesPerSecond(maxPerSecond) }),
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const contextManager = new AsyncLocalStorageContextManager();
  provider.register({ contextManager });
  const close = () =>
    Promise.race([provider.shutdown().catch(onError), sleep(LAST_EXPORT_MS, undefined, { ref: false })]);
  return { tracer: tracerOf(provider, contextManager), close };
}

function tracerOf(provider: NodeTracerProvider, contextManager: AsyncLocalStorageContextManager): Tracer {
  const tracer = provider.getTracer('funnel');
  let recording = 0;
  const end = (span: OtelSpan, how: SpanEnd | undefined) => {
    endSpan(span, how);
    recording -= 1;
    // Not at once: the log line of the request still names the trace.
    if (recording === 0) setImmediate(stopFollowing);
  };
  // Node follows every promise of the process while it keeps a context. While nothing is recorded, it need not.
  const stopFollowing = () => {
    if (recording === 0) contextManager.disable();
  };
  return {
    start(name, { kind, attributes, parent }) {
      const outer = parent ? propagation.extract(ROOT_CONTEXT, parent) : context.active();
      const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: attributes ?? {} };
      const span = tracer.startSpan(name, options, outer);
      if (!span.isRecording()) return undefined;
      recording += 1;
      const inner = trace.setSpan(outer, span);
      return {
        end: (how) => end(span, how),
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
