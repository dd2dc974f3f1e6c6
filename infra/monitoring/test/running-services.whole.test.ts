import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SERVICES } from '@funnel/local/services';
import { DASHBOARDS } from './support/dashboards.ts';
import { metricNames } from './support/metric-names.ts';
import { type Product, startProduct } from './support/product.ts';
import { type CollectedSpan, type Collector, startCollector } from './support/collector.ts';
import { traceEveryService, tracingEnv } from './support/one-trace.ts';
import { printTrace } from './support/print-trace.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'funnel-monitoring-'));
let collector: Collector;
let product: Product;
let trace: CollectedSpan[];
const startedAt = Date.now();

beforeAll(async () => {
  collector = await startCollector();
  product = await startProduct(ROOT, folder, { ...tracingEnv(collector), HEARTBEAT_INTERVAL_MS: '500' });
  trace = await traceEveryService(product, collector);
});
afterAll(async () => {
  await product.stop();
  await collector.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('one trace', () => {
  test('goes through all services; docs/operate/observe.md shows it', () => {
    const printed = printTrace(trace);
    process.stdout.write(`${printed}\n`);
    const page = readFileSync(join(ROOT, 'docs/operate/observe.md'), 'utf8');
    const [, shown = ''] = /```text\n(.*?)```/s.exec(page) ?? [];
    // How often a service reads what it may remember depends on the time.
    expect(withoutTimes(printed)).toEqual(expect.arrayContaining(withoutTimes(shown.trimEnd())));
  });

  test('leads from the tool call to the authorization server and to every statement', () => {
    expect(pathTo('find-tokens')).toEqual([
      'mcp-server POST /mcp',
      'mcp-server token check',
      'authorization-server POST /introspect',
      'authorization-server find-tokens',
    ]);
    expect(pathTo('read-rollups')).toEqual([
      'mcp-server POST /mcp',
      'mcp-server tools/call get_website_report',
      'mcp-server read-rollups',
    ]);
    expect(new Set(trace.map(({ service }) => service))).toEqual(new Set(SERVICES.map(({ app }) => app)));
  });

  test('leads from a page of the dashboard through the REST API to the token check', () => {
    expect(wayFrom('GET /data/*question', 'find-tokens')).toEqual([
      'dashboard GET /data/*question',
      'dashboard ask the REST API',
      'rest-api GET /api/v1/reports/websites',
      'rest-api token check',
      'authorization-server POST /introspect',
      'authorization-server find-tokens',
    ]);
  });

  test('has no token, no personal data, no address of a caller', () => {
    const text = JSON.stringify(collector.spans);
    const [, session = ''] = /=([^;]+)/.exec(product.pageHeaders['cookie'] ?? '') ?? [];
    expect(session.length).toBeGreaterThan(20);
    const tokens = [...Object.values(product.tokens), session];
    for (const secret of [...tokens, product.person.email, '127.0.0.1', 'visitor'])
      expect(text).not.toContain(secret);
    expect(trace.map(({ attributes }) => attributes['funnel.websites'])).toContainEqual([1, 2]);
  });

  test('has its id in the log lines of every service', () => {
    const [{ traceId } = { traceId: '' }] = trace;
    for (const service of ['mcp-server', 'rest-api', 'event-intake', 'authorization-server', 'dashboard'])
      expect(logOf(service).filter((line) => line['trace_id'] === traceId)).not.toEqual([]);
  });
});

test('every metric of the dashboards and alerts exists, in the service that it is asked of', async () => {
  const exposed = new Map<string, string>();
  for (const [app, url] of product.urls) exposed.set(app, await (await fetch(`${url}/metrics`)).text());
  const rules = readFileSync(join(ROOT, 'infra/monitoring/prometheus/rules.yml'), 'utf8');
  const alerts = [...rules.matchAll(/expr: (?:\|\n)?(.*?)\n +for:/gs)].map(([, expr = '']) => expr);
  const targets = DASHBOARDS.flatMap(({ panels }) => panels.flatMap((panel) => panel.targets));
  const expressions = [...alerts, ...targets.map(({ expr }) => expr)];
  expect(alerts.length).toBeGreaterThan(10);
  const missing = expressions.flatMap((expr) => {
    const [, service] = /service="([\w-]+)"/.exec(expr) ?? [];
    const texts = service ? [exposed.get(service) ?? ''] : [...exposed.values()];
    const isMissing = (name: string) => !texts.some((text) => text.includes(`\n# TYPE ${name} `));
    return metricNames(expr)
      .filter((name) => name !== 'up' && isMissing(name))
      .map((name) => `${name} in ${expr}`);
  });
  expect(missing).toEqual([]);
});

test('the metrics tell what the services did', async () => {
  const metricsOf = async (app: string) => (await fetch(`${product.urls.get(app)}/metrics`)).text();
  const tools = await metricsOf('mcp-server');
  expect(tools).toMatch(
    /^tool_calls_total\{tool="get_website_report",client="funnel-tokens",outcome="answered",.*\} 2$/m,
  );
  expect(tools).toMatch(/^token_check_duration_seconds_count\{.*outcome="accepted".*\} 2$/m);
  expect(tools).toMatch(/^token_check_exchanges_total\{.*\} 2$/m);
  expect(tools).toMatch(/^database_statement_duration_seconds_count\{.*statement="read-rollups".*\} [1-9]/m);
  expect(tools).toMatch(/^database_connection_wait_seconds_count\{.*\} [1-9]/m);
  const pages = await metricsOf('dashboard');
  expect(pages).toMatch(
    /^http_request_duration_seconds_count\{.*route="\/data\/\*question",status="200".*\} 2$/m,
  );
  expect(pages).toMatch(
    /^http_request_duration_seconds_count\{.*route="\/sign-in\/callback",status="303".*\} 1$/m,
  );
  const worker = await metricsOf('insights-worker');
  expect(worker).toMatch(/^pending_events\{.*\} 6$/m);
  // The job of the trace wrote a snapshot of January, so seven of the last eight weeks are missing.
  expect(worker).toMatch(/^insights_snapshots_due\{.*\} 7$/m);
  expect(worker).toMatch(/^insights_snapshots_late\{.*\} 7$/m);
  const [, newest] = /^newest_event_recorded_timestamp_seconds\{.*\} (\S+)$/m.exec(worker) ?? [];
  expect(Number(newest) * 1000).toBeGreaterThan(startedAt);
});

test('a worker starts without a warning and without a stack trace', () => {
  const lines = logOf('insights-worker');
  expect(lines.map(({ msg }) => msg)).toContain('taking jobs');
  const complaints = lines.filter(({ level, err }) => level === 'warn' || level === 'error' || err);
  // On a busy machine a check of readiness may be too slow; it says so, rightly.
  const slowCheck = /"message":"no answer within \d+ ms"/;
  expect(complaints.filter((line) => !slowCheck.test(JSON.stringify(line)))).toEqual([]);
});

/** The spans from the tool call to the first with this name. */
function pathTo(name: string): string[] {
  return wayFrom('POST /mcp', name);
}

/** The spans from one to the first below it with this name. */
function wayFrom(first: string, name: string): string[] {
  const byId = new Map(trace.map((span) => [span.spanId, span]));
  const path: string[] = [];
  const top = trace.find((span) => span.name === first);
  const below = (span: CollectedSpan | undefined): boolean =>
    span !== undefined && (span === top || below(byId.get(span.parentSpanId ?? '')));
  for (
    let span = trace.find((one) => one.name === name && below(one));
    span;
    span = byId.get(span.parentSpanId ?? '')
  )
    path.unshift(`${span.service} ${span.name}`);
  return path;
}

function withoutTimes(printed: string): string[] {
  return printed.split('\n').map((line) => line.replace(/ +[\d.]+ ms$/, ''));
}

function logOf(service: string): Record<string, unknown>[] {
  const text = readFileSync(join(folder, 'logs', `${service}.log`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
