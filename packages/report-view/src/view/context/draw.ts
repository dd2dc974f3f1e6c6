import type { Note } from '../answers/answer.ts';
import type { ReportBodies } from '../../generated/reports.ts';
import type { Point } from '../answers/bodies.ts';
import type { Extras } from '../answers/extras.ts';
import type { Format } from '../texts/format.ts';
import type { Host } from './host.ts';
import type { Look } from './look.ts';
import type { Question } from '../questions/question.ts';
import type { Series } from '../series/series.ts';

/** What was asked for after the answer itself. */
export interface Completion {
  /** Absent where there are no points. */
  series?: Series | undefined;
  /** The points of variants, where there is a line for each. */
  variants?: readonly { name: string; points: readonly Point[] }[] | undefined;
  campaigns?: readonly { id: number; name: string }[] | undefined;
  /** The weeks that have insights, the newest first. */
  weeks?: readonly string[] | undefined;
}

export interface DrawContext extends Completion {
  format: Format;
  question: Question;
  /** Whether people or events are counted. */
  countType: unknown;
  look: Look;
  notes: readonly Note[];
  extras: Extras;
  /** Whether points are on their way. */
  isWaiting: boolean;
  /** A link to the answer of another question, or plain text where the host asks nothing for a view. */
  link: (text: string, question: Question) => HTMLElement;
  /** Opens the answer to another question; absent where the host asks nothing for a view. */
  open?: ((question: Question) => void) | undefined;
  /** Draws the same answer in another way. */
  change: (look: Look) => void;
  host?:
    | Pick<Host, 'save' | 'fileOf' | 'download' | 'shareOf' | 'tokensAddress' | 'within' | 'hasTrail'>
    | undefined;
}

export interface Drawing {
  title: string;
  /** What kind of thing it is, and where it belongs. */
  subtitle: string;
  /** What is known about it at a glance, behind the title. */
  badge?: Node | undefined;
  parts: Node[];
}

export type Draw<Report extends keyof ReportBodies> = (
  body: ReportBodies[Report],
  context: DrawContext,
) => Drawing;
