import type { Answer, Note } from '../answers/answer.ts';
import type { Body } from '../answers/bodies.ts';
import { csvOf } from '../tables/csv.ts';
import { button, el } from '../browser/html.ts';
import type { DrawContext } from '../context/draw.ts';
import { hasAttention } from '../parts/attention-list.ts';
import { trail } from '../parts/trail.ts';
import { windowPicker } from '../parts/window-picker.ts';
import { changed, inWindow, type Question } from '../questions/question.ts';
import { drawReport } from '../reports/draw-report.ts';
import { hasFile, shownTable } from '../tables/shown-table.ts';
import { sortedNotes } from '../answers/sorted-notes.ts';

/** A whole page: where one is, which days, the picture, the notes beside it. */
export function frame(answer: Answer, context: DrawContext, back: (() => void) | undefined): Node[] {
  const { body, problem, instead, signInAt } = answer;
  const notes = sortedNotes(answer);
  // A list of what needs attention says it with links.
  const alarms = hasAttention(context) ? [] : notes.alarms;
  const backButton = back && button('← Back', back, { class: 'back' });
  const aside = notesList(notes.beside);
  if (!body) {
    const title = el('h1', { tabindex: -1 }, 'No report');
    return [
      ...(instead ? trail(instead, context) : []),
      el('header', {}, backButton, title),
      el('p', { class: 'problem' }, problem),
      ...(signInAt === undefined ? [] : [el('p', {}, el('a', { href: signInAt }, 'Sign in'))]),
      ...(answer.isWrongQuestion
        ? [el('p', {}, context.link('Show the last 30 days', usualWindow(context.question)))]
        : []),
      ...(aside ? [aside] : []),
    ];
  }
  const { title, subtitle, badge, parts } = drawReport(body, context);
  const share = context.host?.shareOf?.(context.question, title);
  return [
    ...trail(body, context),
    el(
      'header',
      {},
      backButton,
      el(
        'div',
        { class: 'titles' },
        el('h1', { tabindex: -1 }, title),
        el('p', { class: 'subtitle' }, subtitle, badge && ' ', badge),
      ),
      el(
        'div',
        { class: 'window' },
        ...windowPicker(body, context),
        fileLink(body, title, context),
        share !== undefined && el('a', { href: share, class: 'file' }, 'Share'),
      ),
    ),
    ...alarms.map(({ code, text }) => el('p', { class: 'alarm', role: 'status', 'data-code': code }, text)),
    el('div', { class: aside ? 'columns noted' : 'columns' }, el('div', { class: 'parts' }, ...parts), aside),
  ];
}

/** What must be known about this answer, beside its numbers. */
function notesList(notes: readonly Note[]): HTMLElement | undefined {
  if (notes.length === 0) return undefined;
  return el(
    'aside',
    { 'aria-labelledby': 'notes' },
    el('h2', { id: 'notes' }, 'Notes'),
    el('ul', {}, ...notes.map(({ code, text }) => el('li', { 'data-code': code }, text))),
  );
}

/** The same report without what may be wrong about its address. */
function usualWindow(question: Question): Question {
  return changed(inWindow(question, 'last_30_days'), {
    sort: undefined,
    week: undefined,
    previous_period: undefined,
  });
}

/** The numbers as a file: a link, or a button where the file is made or fetched first. */
function fileLink(body: Body, title: string, { host, question, series }: DrawContext): Node | undefined {
  const { fileOf, download, save } = host ?? {};
  if (!fileOf && !download) return undefined;
  if (!hasFile(body)) {
    const make = () => {
      const { head, rows } = shownTable(body, series);
      return new Blob([csvOf(head, rows)], { type: 'text/csv' });
    };
    return save && button('CSV', () => void save(make(), `${fileName(title)}.csv`), { class: 'file' });
  }
  const href = fileOf?.(question);
  if (href !== undefined) return el('a', { href, class: 'file', download: true }, 'CSV');
  return download && button('CSV', () => void download(question), { class: 'file' });
}

/** Names are written by strangers: only letters, digits and hyphens stay. */
function fileName(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'report';
}
