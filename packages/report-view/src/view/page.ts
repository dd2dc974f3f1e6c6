import type { Note } from './answer.ts';
import type { Body } from './bodies.ts';
import type { Format } from './format.ts';
import type { Currencies } from './money-totals.ts';
import type { Names } from './names.ts';
import type { Question } from './question.ts';
import type { Series } from './series.ts';

/** What a report draws with. */
export interface PageContext {
  format: Format;
  question: Question;
  notes: readonly Note[];
  /** Of a report about several websites; absent where the host does not pass them on. */
  currencies?: Currencies | undefined;
  /** Of steps and elements; absent where the host does not pass them on. */
  names?: Names | undefined;
  /** Absent where there are no points. */
  series?: Series | undefined;
  /** Whether points are on their way. */
  isWaiting: boolean;
  /** Opens the answer to another question; absent where the host asks nothing for a view. */
  open?: ((question: Question) => void) | undefined;
}

/** A report as people see it. */
export interface Page {
  title: string;
  /** What kind of thing it is, and where it belongs. */
  subtitle: string;
  parts: Node[];
}

export type Draw<Report extends Body> = (body: Report, context: PageContext) => Page;
