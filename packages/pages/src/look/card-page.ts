import { errorNote, noticeNote } from '../forms/form-parts.ts';
import { type Html, html } from '../html.ts';
import { layout } from './layout.ts';

export interface PageContent {
  title: string;
  /** Leads back to a list, above the heading. */
  before?: Html;
  /** The title by default. */
  heading?: string | Html;
  lead?: string | Html;
  /** Additional elements of the head. */
  head?: Html | undefined;
  /** What has just happened. */
  notice?: string | undefined;
  error?: string | undefined;
  content?: Html;
}

/** Renders a page that is one card, for people who are about to sign in or decide something. */
export function cardPage(shown: PageContent): string {
  return layout({ title: shown.title, head: shown.head, content: headedContent(shown) });
}

/** What all pages begin with, and their content. */
export function headedContent(shown: PageContent): Html {
  const { title, before, heading = title, lead, notice, error, content } = shown;
  return html`${before}<h1>${heading}</h1>
${lead && html`<p class="lead">${lead}</p>`}
${noticeNote(notice)}
${errorNote(error)}
${content}`;
}
