import { type Answer, failed } from '../answers/answer.ts';
import { toolOf } from '../answers/bodies.ts';
import { complete, needsVariants, variantPoints } from './complete.ts';
import { frame } from './frame.ts';
import { formatOf } from '../texts/format.ts';
import type { Host, Place } from '../context/host.ts';
import { el } from '../browser/html.ts';
import { keepPlace } from '../browser/keep-place.ts';
import { linkTo } from '../context/link.ts';
import { type Look, opened, PLAIN } from '../context/look.ts';
import type { Completion, DrawContext } from '../context/draw.ts';
import { type Arguments, isSameSubject, type Question } from '../questions/question.ts';

/** The view of one answer, and of everything that is opened from it. */
export interface Viewer {
  show(answer: Answer, args: Arguments): void;
  go(place: Place): Promise<void>;
  allowQuestions(host: Host): void;
  setLocale(locale: string): void;
}

interface Visit extends Completion {
  question: Question;
  look: Look;
  answer: Answer;
  /** Whether everything beyond the answer was asked for. */
  isComplete: boolean;
}

const FAILED = failed('The report could not be loaded. Try again.');

export function createViewer(root: HTMLElement): Viewer {
  const content = el('div', { class: 'content' });
  const status = el('p', { class: 'status', role: 'status' }, 'Waiting for the report …');
  root.replaceChildren(content, status);

  const visits: Visit[] = [];
  let host: Host | undefined;
  let locale: string | undefined;
  /** Counts what was opened: an answer that comes after a later one is not shown. */
  let opens = 0;

  function contextOf(visit: Visit): DrawContext {
    const { question, answer, look } = visit;
    const { body, notes, extras } = answer;
    const currency = body && 'website' in body ? body.website?.currency : undefined;
    // Nothing can be asked again of a tool whose name is not known.
    const asked = question.tool === '' ? undefined : host;
    const goTo = (next: Question) =>
      void go({ question: next, look: isSameSubject(question, next) ? look : PLAIN });
    return {
      ...visit,
      look: opened(look, notes),
      notes,
      extras,
      countType: question.args['count_type'],
      format: formatOf(locale, currency),
      isWaiting: host !== undefined && !visit.isComplete,
      host,
      open: asked && goTo,
      link: linkTo(asked, goTo),
      change(next) {
        visit.look = next;
        draw();
        host?.told?.({ question, look: next }, true);
        void completeLast();
      },
    };
  }

  function draw({ isOpened = false } = {}): void {
    const visit = visits.at(-1);
    if (!visit) return;
    const again = keepPlace(content);
    const isBackOffered = visits.length > 1 && !host?.hasBack;
    const drawn = () => frame(visit.answer, contextOf(visit), isBackOffered ? back : undefined);
    try {
      content.replaceChildren(...drawn());
    } catch {
      // Extras of another version may have another shape: a picture without them is better than none.
      visit.answer = { ...visit.answer, extras: {} };
      content.replaceChildren(...drawn());
    }
    const title = content.querySelector('h1');
    host?.shown?.(title?.textContent ?? '');
    if (isOpened) title?.focus();
    else again();
  }

  async function go({ question, look }: Place, isTold = true): Promise<void> {
    if (!host) return;
    opens += 1;
    const mine = opens;
    status.textContent = 'Loading …';
    content.setAttribute('aria-busy', 'true');
    const answer = await host.ask(question).catch(() => FAILED);
    if (mine !== opens) return;
    content.removeAttribute('aria-busy');
    status.textContent = '';
    // A message is nothing to go back to.
    if (host.hasBack || visits.at(-1)?.question.tool === '') visits.length = 0;
    visits.push({ question, look, answer, isComplete: false });
    draw({ isOpened: isTold });
    if (isTold) host.told?.({ question, look }, false);
    await completeLast();
  }

  function back(): void {
    visits.pop();
    draw({ isOpened: true });
  }

  /** Asks for what is beyond the answer, unless the person has gone on meanwhile. */
  async function completeLast(): Promise<void> {
    const visit = visits.at(-1);
    if (!visit || !host) return;
    const { ask } = host;
    if (!visit.isComplete) {
      const found = await complete(visit.question, visit.answer, host).catch(() => undefined);
      Object.assign(visit, found, { isComplete: true });
      if (visits.at(-1) === visit) draw();
    }
    const { answer, look, series } = visit;
    if (answer.body?.report !== 'campaign' || !series || !needsVariants(answer, look, visit)) return;
    visit.variants = await variantPoints(visit.question, answer.body, series.groupBy, ask).catch(() => []);
    if (visits.at(-1) === visit) draw();
  }

  return {
    show(answer, args) {
      // A host tells the arguments of an answer, but not always the tool.
      const question = { tool: answer.body ? toolOf(answer.body.report) : '', args };
      opens += 1;
      visits.splice(0, visits.length, { question, look: PLAIN, answer, isComplete: false });
      content.removeAttribute('aria-busy');
      status.textContent = '';
      draw();
      void completeLast();
    },
    go: (place) => go(place, false),
    allowQuestions(allowed) {
      host = allowed;
      draw();
      void completeLast();
    },
    setLocale(language) {
      locale = language;
      draw();
    },
  };
}
