import { type Html, html } from '../html.ts';

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Renders a time for people. A text is one of the REST API. */
export function formatTime(time: Date | string): Html {
  const date = new Date(time);
  return html`<time datetime="${date.toISOString()}">${timeFormat.format(date)} UTC</time>`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Writes the day of a time (UTC) for people. */
export function formatDay(date: Date): string {
  return dayFormat.format(date);
}

/** Renders when and from where a token or an application was used last. */
export function lastUse({
  lastUsedAt,
  lastAddress,
}: {
  lastUsedAt: Date | null;
  lastAddress: string | null;
}): Html {
  if (!lastUsedAt) return html`never`;
  return html`${formatTime(lastUsedAt)}${lastAddress && html` from <span class="break">${lastAddress}</span>`}`;
}
