import type { Answer } from '../answers/answer.ts';
import type { Look } from './look.ts';
import type { Question } from '../questions/question.ts';
import type { Within } from '../questions/within.ts';

export interface Place {
  question: Question;
  look: Look;
}

/** Where the view is shown: a chat application, a page, or another website. Only `ask` is needed to look deeper. */
export interface Host {
  ask: (question: Question) => Promise<Answer>;
  /** Called when another place was opened. `isSame` says that only the look has changed. */
  told?: (place: Place, isSame: boolean) => void;
  shown?: (title: string) => void;
  /** The address of a question, where questions have addresses; links are real ones then. */
  addressOf?: (question: Question) => string | undefined;
  fileOf?: (question: Question) => string | undefined;
  /** Saves such a file, where its address cannot be a link. */
  download?: (question: Question) => Promise<void>;
  /** The weeks of a website that have insights, the newest first. */
  weeksOf?: (websiteId: number) => Promise<readonly string[]>;
  /** Saves a file; absent where the host forbids it. */
  save?: (file: Blob, name: string) => Promise<void>;
  /** The address where somebody shares what a question shows; undefined for what cannot be shared. */
  shareOf?: (question: Question, title: string) => string | undefined;
  tokensAddress?: string | undefined;
  /** The only thing that is shown; everything by default. */
  within?: Within | undefined;
  hasBack?: boolean;
  /** Whether the way down to a report is shown above it. */
  hasTrail?: boolean;
}
