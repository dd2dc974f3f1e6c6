import { readdirSync, readFileSync } from 'node:fs';

/** What the tests read of a dashboard of Grafana. */
interface Dashboard {
  uid: string;
  panels: { targets: { expr: string }[] }[];
}

const FOLDER = new URL('../../grafana/', import.meta.url);

/** The dashboards, as they are imported into Grafana. */
export const DASHBOARDS: readonly Dashboard[] = readdirSync(FOLDER).map(
  (name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Dashboard,
);
