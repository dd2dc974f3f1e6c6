import type { Answer, Note } from './answer.ts';
import { el } from './html.ts';
import type { PageContext } from './page.ts';
import { notesList } from './parts/notes-list.ts';
import { windowPicker } from './parts/window-picker.ts';
import { drawReport } from './reports/draw-report.ts';

/** A whole page: where one is, which days, the picture, the notes beside it. */
export function frame(answer: Answer, context: PageContext, back: (() => void) | undefined): Node[] {
  const { body, problem } = answer;
  const alarms = answer.notes.filter(isAlarm);
  const notes = answer.notes.filter((note) => !isAlarm(note));
  const backButton = back && el('button', { type: 'button', class: 'back', click: back }, '← Back');
  const aside = notesList(notes);
  if (!body) {
    const title = el('h1', { tabindex: -1 }, 'No report');
    return [
      el('header', {}, backButton, title),
      el('p', { class: 'problem' }, problem),
      ...(aside ? [aside] : []),
    ];
  }
  const { title, subtitle, parts } = drawReport(body, context);
  return [
    el(
      'header',
      {},
      backButton,
      el(
        'div',
        { class: 'titles' },
        el('h1', { tabindex: -1 }, title),
        el('p', { class: 'subtitle' }, subtitle),
      ),
      el('div', { class: 'window' }, ...windowPicker(body, context)),
    ),
    ...alarms.map(({ code, text }) => el('p', { class: 'alarm', role: 'status', 'data-code': code }, text)),
    el('div', { class: aside ? 'columns noted' : 'columns' }, el('div', { class: 'parts' }, ...parts), aside),
  ];
}

/** What must be acted on stands above the picture, not beside it. */
function isAlarm({ code }: Note): boolean {
  return code === 'broken';
}
