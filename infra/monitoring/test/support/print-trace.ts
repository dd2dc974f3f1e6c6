import type { CollectedSpan } from './collector.ts';

const NAME_WIDTH = 62;

/** A trace as text: a line for each span, below the span that caused it. */
export function printTrace(spans: readonly CollectedSpan[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const byStart = [...spans].sort((one, other) => one.startMs - other.startMs);
  const childrenOf = (parent: string | undefined) =>
    byStart.filter(({ parentSpanId }) =>
      parent === undefined ? !ids.has(parentSpanId ?? '') : parentSpanId === parent,
    );
  const print = (parent: string | undefined, depth: number): string[] =>
    childrenOf(parent).flatMap((span) => [lineOf(span, depth), ...print(span.spanId, depth + 1)]);
  return print(undefined, 0).join('\n');
}

function lineOf({ service, name, durationMs, attributes, hasFailed }: CollectedSpan, depth: number): string {
  const status = attributes['http.response.status_code'];
  const label = `${'  '.repeat(depth)}${name}${typeof status === 'string' || typeof status === 'number' ? ` → ${status}` : ''}`;
  const failed = hasFailed ? ' FAILED' : '';
  return `${label.padEnd(NAME_WIDTH)} ${service.padEnd(21)}${durationMs.toFixed(1).padStart(8)} ms${failed}`;
}
