/** What a span may say: names, ids and numbers. No secrets, no personal data. */
export type SpanAttributes = Readonly<
  Record<string, string | number | boolean | string[] | number[] | undefined>
>;

/** The headers that continue a trace in another process (W3C Trace Context). */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

/** The ids that a log line repeats. */
export interface TraceIds {
  trace_id: string;
  span_id: string;
}

export interface SpanStart {
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /** The span of another process that this one continues; the current one by default. */
  parent?: TraceHeaders;
}

export interface SpanEnd {
  name?: string;
  attributes?: SpanAttributes;
  /** Marks the span as failed. Only its code or name is kept: messages may hold personal data. */
  error?: unknown;
}

/** A piece of work, from its start to its end. */
export interface Span {
  end(how?: SpanEnd): void;
  /** Runs `work` inside the span: spans that begin there are its children. */
  run<Result>(work: () => Result): Result;
}

/** What makes spans, once tracing has started. */
export interface Tracer {
  /** Undefined if the trace is not recorded: then nothing below it has a span either. */
  start(name: string, how: SpanStart): Span | undefined;
  ids(): TraceIds | undefined;
  headers(): Record<string, string>;
  bind(work: () => void): () => void;
}

/** One for the whole process, like the log. */
let tracer: Tracer | undefined;

/** Turns tracing on, or off without a tracer. */
export function useTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Runs `work` in a span. While tracing is off, this only calls `work`. */
export function inSpan<Result>(
  name: string,
  how: SpanStart,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanAttributes,
): Promise<Result> {
  const span = how.parent ? startSpan(name, how) : startInnerSpan(name, how);
  return span ? runInSpan(span, work, describe) : work();
}

async function runInSpan<Result>(
  span: Span,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanAttributes,
): Promise<Result> {
  try {
    const result = await span.run(work);
    span.end(describe && { attributes: describe(result) });
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

/** Starts a span that the caller ends; undefined if it is not recorded. */
export function startSpan(name: string, how: SpanStart): Span | undefined {
  return tracer?.start(name, how);
}

/** The same, but only inside another span: what a timer does every second is no trace of its own. */
export function startInnerSpan(name: string, how: SpanStart): Span | undefined {
  return tracer?.ids() && tracer.start(name, how);
}

/** The ids of the current span, for a log line; undefined outside of any. */
export function traceIds(): TraceIds | undefined {
  return tracer?.ids();
}

/** The headers that continue the current trace in another process; undefined while tracing is off. */
export function traceHeaders(): Record<string, string> | undefined {
  return tracer?.headers();
}

/** Keeps the current span for work that starts later, in the turn of somebody else. */
export function bindTrace(work: () => void): () => void {
  return tracer ? tracer.bind(work) : work;
}
