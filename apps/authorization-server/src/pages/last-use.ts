import { type Html, html } from '@funnel/pages';
import { formatTime } from './format-time.ts';

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
