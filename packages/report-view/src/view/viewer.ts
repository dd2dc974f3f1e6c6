import type { Answer } from './answer.ts';
import { formatOf } from './format.ts';
import { el } from './html.ts';
import { frame } from './frame.ts';
import { keepFocus } from './keep-focus.ts';
import { type Arguments, type Question, questionOf } from './question.ts';
import { type Series, withSeries } from './series.ts';

/** How the view asks the server, through its host. */
interface Questions {
  ask: (question: Question) => Promise<Answer>;
  /** Called after an answer was opened. */
  told: (question: Question) => Promise<void>;
}

/** The view of one tool result, and of everything that is opened from it. */
export interface Viewer {
  show(answer: Answer, args: Arguments): void;
  allowQuestions(questions: Questions): void;
  setLocale(locale: string): void;
}

interface Visit {
  question: Question;
  answer: Answer;
  series?: Series | undefined;
  /** Whether the series was asked for. */
  isComplete: boolean;
}

const FAILED = { problem: 'The report could not be loaded. Try again.', notes: [] };

/** Creates the view in an element of the page. */
export function createViewer(root: HTMLElement): Viewer {
  const content = el('div', { class: 'content' });
  const status = el('p', { class: 'status', role: 'status' }, 'Waiting for the report …');
  root.replaceChildren(content, status);

  const visits: Visit[] = [];
  let questions: Questions | undefined;
  let locale: string | undefined;

  function draw({ isOpened = false } = {}): void {
    const visit = visits.at(-1);
    if (!visit) return;
    const { question, answer, series } = visit;
    const body = answer.body;
    const currency = body && 'website' in body ? body.website.currency : undefined;
    const context = {
      question,
      series,
      notes: answer.notes,
      currencies: answer.currencies,
      names: answer.names,
      format: formatOf(locale, currency),
      isWaiting: questions !== undefined && !visit.isComplete,
      // Nothing can be asked again of a tool whose name is not known.
      open: questions && question.tool !== '' ? (next: Question) => void open(next) : undefined,
    };
    const focusAgain = keepFocus(content);
    content.replaceChildren(...frame(answer, context, visits.length > 1 ? back : undefined));
    if (isOpened) content.querySelector('h1')?.focus();
    else focusAgain();
  }

  async function open(question: Question): Promise<void> {
    if (!questions) return;
    status.textContent = 'Loading …';
    content.setAttribute('aria-busy', 'true');
    const answer = await questions.ask(question).catch(() => FAILED);
    content.removeAttribute('aria-busy');
    status.textContent = '';
    visits.push({ question, answer, isComplete: false });
    draw({ isOpened: true });
    await Promise.all([complete(), questions.told(question).catch(() => {})]);
  }

  function back(): void {
    visits.pop();
    draw({ isOpened: true });
  }

  /** Asks for the points of the chart, unless the person has gone on meanwhile. */
  async function complete(): Promise<void> {
    const visit = visits.at(-1);
    if (!visit || !questions || visit.isComplete) return;
    const found = await withSeries(visit.question, visit.answer, questions.ask).catch(() => undefined);
    Object.assign(visit, found, { isComplete: true });
    if (visits.at(-1) === visit) draw();
  }

  return {
    show(answer, args) {
      const question = answer.body ? questionOf(answer.body, args) : { tool: '', args };
      visits.splice(0, visits.length, { question, answer, isComplete: false });
      status.textContent = '';
      draw();
      void complete();
    },
    allowQuestions(allowed) {
      questions = allowed;
      draw();
      void complete();
    },
    setLocale(language) {
      locale = language;
      draw();
    },
  };
}
