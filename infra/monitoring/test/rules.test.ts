import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { SERVICES } from '@funnel/local/services';
import { DASHBOARDS } from './support/dashboards.ts';
import { metricNames } from './support/metric-names.ts';

const FOLDER = fileURLToPath(new URL('../prometheus', import.meta.url));
const read = (name: string) => readFileSync(new URL(`../prometheus/${name}`, import.meta.url), 'utf8');
const rules = read('rules.yml');
const alerts = [...rules.matchAll(/- alert: (\w+)\n(.*?)(?=- alert:|$)/gs)].map(
  ([, name = '', text = '']) => ({
    name,
    text,
  }),
);

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
const hasPromtool = promtool('--version').status === 0;
if (!hasPromtool) test.skip('promtool: not tested, because it is not on PATH (Debian: prometheus)', () => {});

(hasPromtool ? test : test.skip)('promtool accepts the rules and passes their unit tests', () => {
  for (const args of [
    ['check', 'rules', 'rules.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'rules.test.yml'],
  ]) {
    const { status, stdout, stderr } = promtool(...args);
    if (status !== 0) throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`);
  }
});

test('every alert has a severity, a summary, a runbook paragraph and two unit tests', () => {
  expect(alerts.length).toBeGreaterThan(10);
  const runbook = readFileSync(new URL('../../../docs/operate/runbook.md', import.meta.url), 'utf8');
  const unitTests = read('rules.test.yml');
  const faults = alerts.flatMap(({ name, text }) => [
    ...(/severity: (page|ticket)\n/.test(text) ? [] : [`${name}: severity`]),
    ...(/summary: .+\n/.test(text) ? [] : [`${name}: summary`]),
    ...(text.includes(`runbook: docs/operate/runbook.md#${name.toLowerCase()}\n`)
      ? []
      : [`${name}: runbook link`]),
    ...(new RegExp(`^## ${name}\n\n\\S`, 'm').test(runbook) ? [] : [`${name}: paragraph`]),
    ...(unitTests.includes(`name: ${name} fires\n`) ? [] : [`${name}: test that it fires`]),
    ...(unitTests.includes(`name: ${name} stays quiet\n`) ? [] : [`${name}: test that it stays quiet`]),
  ]);
  expect(faults).toEqual([]);
});

test('every service has a dashboard, and is in the example for Prometheus', () => {
  expect(DASHBOARDS.map(({ uid }) => uid).toSorted()).toEqual(
    ['funnel-business', ...SERVICES.map(({ app }) => `funnel-${app}`)].toSorted(),
  );
  const targets = read('prometheus.yml').match(/127\.0\.0\.1:\d+/g);
  expect(targets).toEqual(SERVICES.map(({ defaultPort }) => `127.0.0.1:${defaultPort}`));
});

test('the names of metrics are found in an expression', () => {
  const expr =
    'histogram_quantile(0.95, sum by (le, tool) (rate(tool_call_duration_seconds_bucket{a="b"}[5m])))';
  expect(metricNames(expr)).toEqual(['tool_call_duration_seconds']);
  expect(metricNames('time() - max(newest_event_recorded_timestamp_seconds) > 3600')).toEqual([
    'newest_event_recorded_timestamp_seconds',
  ]);
});
