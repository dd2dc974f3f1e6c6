import type { Host } from './host.ts';
import { button, el } from '../browser/html.ts';
import type { Question } from '../questions/question.ts';
import { isWithin } from '../questions/within.ts';

/**
 * Creates what people press to see another answer: a real link where questions have addresses, so that it can be opened in
 * another window; a button in a chat; plain text where it cannot be asked.
 */
export function linkTo(
  host: Pick<Host, 'addressOf' | 'within'> | undefined,
  open: (question: Question) => void,
): (text: string, question: Question) => HTMLElement {
  return (text, question) => {
    if (!host || (host.within && !isWithin(host.within, question))) return el('span', {}, text);
    const href = host.addressOf?.(question);
    if (href === undefined) return button(text, () => open(question), { class: 'link' });
    return el(
      'a',
      { href, class: 'link', click: (event) => follow(event as MouseEvent, () => open(question)) },
      text,
    );
  };
}

/** Only a plain click is ours: with a key or another button, people want another window. */
function follow(event: MouseEvent, open: () => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}
