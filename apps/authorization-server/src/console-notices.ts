import type { Logger } from '@funnel/service';

/** Imported before oidc-provider, which speaks through the console from its import on: its words belong in the log. */
const held: string[] = [];
let tell = (text: string): void => void held.push(text);

Object.assign(console, {
  info: (text: unknown) => tell(String(text)),
  warn: (text: unknown) => tell(String(text)),
});

export function logNotices(logger: Logger): void {
  tell = (text) => logger.info(text);
  for (const text of held.splice(0)) tell(text);
}
