import { type Html, html } from '@funnel/pages';

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Renders a time for people. */
export function formatTime(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${timeFormat.format(date)} UTC</time>`;
}
