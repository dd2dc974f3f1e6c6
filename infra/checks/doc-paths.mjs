/**
 * Checks the links of the documentation: each path and heading that a document or a source comment names must exist, and
 * each page under docs/ and each README of a package must be reachable from docs/README.md.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repositoryFiles } from './files.mjs';
import { report } from './report.mjs';

const OUR_FOLDERS = /^(?:apps|packages|infra|docs|contracts|\.github|\.ci|\.changeset)\//;
const PLACEHOLDER = /[<>{}*…]|\.\.\./;
const SOURCE_FILE = /\.(?:ts|mjs|sql|ya?ml)$/;
const DOC_LINK = /\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g;
const PAGE = /^docs\/|^(?:apps|packages|infra(?:\/test)?)\/[^/]+\/README\.md$/;
const MAP = 'docs/README.md';

const files = repositoryFiles().filter((file) => file !== 'pnpm-lock.yaml');
const documents = new Map(
  files.filter((file) => file.endsWith('.md')).map((file) => [file, readDocument(file)]),
);

const problems = [
  ...[...documents].flatMap(([file, { links, mentions }]) => brokenLinks(file, [...links, ...mentions])),
  ...files.filter((file) => SOURCE_FILE.test(file)).flatMap((file) => brokenLinks(file, docLinksIn(file))),
  ...unreachablePages().map((page) => `${page}: not reachable from ${MAP}; add a link to it there`),
];

report(problems, `${documents.size} documents: every path, heading and page is linked correctly`);

/** Links are relative to the document, paths in backticks to the repository. */
function readDocument(file) {
  const text = readFileSync(file, 'utf8').replaceAll(/^( *)```.*?^\1```$/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => ({ target, ...splitTarget(target, file) }));
  const mentions = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, target]) => target)
    .filter((target) => OUR_FOLDERS.test(target) && !PLACEHOLDER.test(target))
    .map((target) => ({ target, path: target.replace(/[:#].*$/, ''), anchor: target.split('#')[1] }));
  return { links, mentions, anchors: anchorsIn(text) };
}

function splitTarget(target, file) {
  const [path, anchor] = target.split('#');
  return { path: path === '' ? file : join(dirname(file), decodeURI(path)), anchor };
}

/** The ids that GitHub gives to headings; a repeated heading gets a number. */
function anchorsIn(text) {
  const seen = new Map();
  return new Set(
    [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => {
      const slug = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
        .replaceAll(' ', '-');
      const repeats = seen.get(slug) ?? 0;
      seen.set(slug, repeats + 1);
      return repeats === 0 ? slug : `${slug}-${repeats}`;
    }),
  );
}

function docLinksIn(file) {
  return [...readFileSync(file, 'utf8').matchAll(DOC_LINK)].map(([target]) => {
    const [path, anchor] = target.split('#');
    return { target, path, anchor };
  });
}

function brokenLinks(file, links) {
  return links.flatMap(({ target, path, anchor }) => {
    if (!existsSync(path)) return [`${file}: ${target} does not exist`];
    const anchors = documents.get(relative('.', path))?.anchors;
    return anchor && anchors && !anchors.has(anchor)
      ? [`${file}: ${target} names no heading of ${path}`]
      : [];
  });
}

function unreachablePages() {
  const reached = new Set([MAP]);
  for (const page of reached) {
    for (const { path } of documents.get(page)?.links ?? []) if (documents.has(path)) reached.add(path);
  }
  return [...documents.keys()].filter((file) => PAGE.test(file) && !reached.has(file));
}
