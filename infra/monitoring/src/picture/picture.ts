import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalError } from '@funnel/servers';
import { DASHBOARDS, type Dashboard } from '../dashboards/dashboards.ts';
import type { Panel } from '../dashboards/panels.ts';
import { startProduct } from '../product.ts';
import { type AnsweredPanel, drawDashboard, type Range } from './draw-dashboard.ts';
import { type Prometheus, type Series, startPrometheus } from './prometheus.ts';
import { work } from './work.ts';

const SHOWN = 'funnel-business';
const FILE = 'docs/images/dashboard.svg';
/** The first seconds have no rates yet. */
const WARM_UP_MS = 12_000;
const WORK_MS = 75_000;
const RATE_WINDOW = '10s';

/** Runs the services under a real Prometheus for a minute, and draws a dashboard from its answers. */
export async function drawPicture(
  root: string,
  folder: string,
  defer: (cleanUp: () => unknown) => void,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const dashboard = DASHBOARDS.find(({ id }) => id === SHOWN);
  if (!dashboard) throw new LocalError(`There is no dashboard ${SHOWN}.`);
  // The worker folds sooner than usual, so that the picture shows it.
  const product = await startProduct(root, folder, {
    FOLD_MIN_EVENTS: '3000',
    RATE_LIMIT_PER_WEBSITE: '0',
  });
  defer(() => product.stop());
  const prometheus = await startPrometheus(folder, [...product.urls.values()]);
  defer(() => prometheus.stop());
  const startMs = Date.now() + WARM_UP_MS;
  await work(product, WORK_MS);
  const range = { startMs, endMs: Date.now() };
  const answered = await answerPanels(prometheus, dashboard, range);
  await writeFile(join(root, FILE), drawDashboard(dashboard, answered, range));
  return FILE;
}

function answerPanels(prometheus: Prometheus, { panels }: Dashboard, range: Range): Promise<AnsweredPanel[]> {
  const answer = async (panel: Panel) => {
    const series = [];
    for (const { expr, legend } of panel.queries) {
      const concrete = expr.replaceAll('$__rate_interval', RATE_WINDOW);
      const found = await prometheus.query(concrete, { ...range, stepSeconds: 1 });
      series.push(...found.map(({ labels, points }) => ({ name: nameOf(legend, labels), points })));
    }
    return { panel, series };
  };
  return Promise.all(panels.map(answer));
}

/** Fills in a legend such as `{{route}}`. */
function nameOf(legend: string, labels: Series['labels']): string {
  return legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? '');
}
