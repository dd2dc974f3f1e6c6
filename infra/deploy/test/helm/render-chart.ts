import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { KubernetesObject } from '../../src/manifests/kustomize.ts';
import { parseTemplate } from './parse-template.ts';
import { TemplateRenderer } from './render-template.ts';

/** Values of a chart, on top of its own. */
export type Values = { [name: string]: unknown };

/** How a chart is rendered: its objects by file order, and its notes. */
export interface RenderedChart {
  objects: KubernetesObject[];
  notes: string;
}

/** Whether the real Helm is installed. */
export const hasHelm = spawnSync('helm', ['version']).status === 0;

/** The objects of `helm template`. */
export function renderWithHelm(chart: string, values: Values, folder: string): KubernetesObject[] {
  const file = join(folder, 'values.yaml');
  // JSON is YAML without the words that versions of YAML read differently, such as yes.
  writeFileSync(file, JSON.stringify(values));
  const args = ['template', 'funnel', chart, '--namespace', 'funnel', '--values', file];
  const run = spawnSync('helm', args, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return objectsOf(run.stdout);
}

/** The same without Helm, for the part of its language that the chart uses. */
export function renderChart(chart: string, values: Values): RenderedChart {
  const read = (path: string) => readFileSync(join(chart, path), 'utf8');
  const about = parse(read('Chart.yaml')) as { name: string; version: string; appVersion: string };
  const dot = {
    Values: valuesOf(chart, values),
    Release: { Name: 'funnel', Namespace: 'funnel', Service: 'Helm' },
    Chart: { Name: about.name, Version: about.version, AppVersion: about.appVersion },
    Files: { Get: read },
  };
  const templates = readdirSync(join(chart, 'templates')).map((name) => {
    return { name, nodes: parseTemplate(read(join('templates', name))) };
  });
  const renderer = new TemplateRenderer();
  for (const { nodes } of templates) renderer.define(nodes);
  const render = (ending: string) =>
    templates.filter(({ name }) => name.endsWith(ending)).map(({ nodes }) => renderer.render(nodes, dot));
  return { objects: render('.yaml').flatMap(objectsOf), notes: render('NOTES.txt').join('') };
}

/** The values of a chart with these on top. */
export function valuesOf(chart: string, values: Values): Values {
  return merged(parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as Values, values);
}

function objectsOf(text: string): KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => {
      const [error] = document.errors;
      if (error) throw new Error(`${error.message}\n${text}`);
      return document.toJS() as KubernetesObject | null;
    })
    .filter((object) => object !== null);
}

/** As Helm does it: maps are merged, everything else is replaced. */
function merged(own: Values, given: Values): Values {
  const result = { ...own };
  for (const [name, value] of Object.entries(given)) {
    const known = result[name];
    result[name] = isMap(known) && isMap(value) ? merged(known, value) : value;
  }
  return result;
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
