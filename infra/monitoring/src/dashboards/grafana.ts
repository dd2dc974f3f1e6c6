import { DASHBOARDS, type Dashboard } from './dashboards.ts';
import type { Panel, Unit } from './panels.ts';

/** Units by Grafana's names. */
const GRAFANA_UNITS: Record<Unit, string> = {
  'requests/s': 'reqps',
  'events/s': 'cps',
  seconds: 's',
  share: 'percentunit',
  count: 'short',
  bytes: 'bytes',
  cores: 'none',
};
const SCHEMA_VERSION = 39;
const COLUMNS = 2;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 8];
/** Asks for the data source when the dashboard is imported. */
const SOURCE = { type: 'prometheus', uid: '${source}' };

/** The dashboards as Grafana imports them: text by file name. */
export function grafanaFiles(): Record<string, string> {
  return Object.fromEntries(
    DASHBOARDS.map((dashboard) => [
      `${dashboard.id}.json`,
      `${JSON.stringify(grafanaDashboard(dashboard), null, 2)}\n`,
    ]),
  );
}

function grafanaDashboard({ id, title, panels }: Dashboard) {
  return {
    uid: id,
    title,
    tags: ['funnel'],
    schemaVersion: SCHEMA_VERSION,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: {
      list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    panels: panels.map(grafanaPanel),
  };
}

function grafanaPanel({ title, help, unit, queries }: Panel, index: number) {
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    description: help,
    datasource: SOURCE,
    gridPos: {
      x: (index % COLUMNS) * WIDTH,
      y: Math.floor(index / COLUMNS) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    },
    fieldConfig: { defaults: { unit: GRAFANA_UNITS[unit], min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: queries.map(([expr, legend], query) => ({
      refId: String.fromCharCode(65 + query),
      datasource: SOURCE,
      expr,
      legendFormat: legend,
    })),
  };
}
