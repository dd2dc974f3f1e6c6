import { el } from '../browser/html.ts';

interface Table {
  class: string;
  caption: string;
  /** Whether only people who hear the page get the caption. */
  isCaptionHidden?: boolean;
  head: readonly HTMLElement[];
  rows: readonly HTMLElement[];
}

/** A table with a caption and a head. */
export function tableOf({ class: name, caption, isCaptionHidden, head, rows }: Table): HTMLElement {
  return el(
    'table',
    { class: name },
    el('caption', { class: isCaptionHidden && 'hidden' }, caption),
    el('thead', {}, el('tr', {}, ...head)),
    el('tbody', {}, ...rows),
  );
}

/** The head of a column. */
export function columnHead(text: string, ...more: Node[]): HTMLElement {
  return el('th', { scope: 'col' }, text, ...more);
}

/** The head of a row, and its cells. */
export function rowOf(
  head: readonly (string | Node | false | undefined)[],
  ...cells: readonly (HTMLElement | undefined)[]
): HTMLElement {
  return el('tr', {}, el('th', { scope: 'row' }, ...head), ...cells);
}
