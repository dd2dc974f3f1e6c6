import { el } from '../browser/html.ts';

interface Table {
  class: string;
  caption: string;
  /** Whether only people who hear the page get the caption. */
  isCaptionHidden?: boolean;
  head: readonly HTMLElement[];
  rows: readonly HTMLElement[];
}

export function tableOf({ class: name, caption, isCaptionHidden, head, rows }: Table): HTMLElement {
  return el(
    'table',
    { class: name },
    el('caption', { class: isCaptionHidden && 'hidden' }, caption),
    el('thead', {}, el('tr', {}, ...head)),
    el('tbody', {}, ...rows),
  );
}

export function columnHead(text: string, ...more: Node[]): HTMLElement {
  return el('th', { scope: 'col' }, text, ...more);
}

export function rowOf(
  head: readonly (string | Node | false | undefined)[],
  ...cells: readonly (HTMLElement | undefined)[]
): HTMLElement {
  return el('tr', {}, el('th', { scope: 'row' }, ...head), ...cells);
}
