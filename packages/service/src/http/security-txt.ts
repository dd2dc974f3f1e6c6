import type { Handler } from './handler.ts';

/** Where a service says whom to tell about a weakness (RFC 9116). */
export const SECURITY_TXT_PATH = '/.well-known/security.txt';
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Answers with the address for reports of weaknesses. It must say until when it is valid: half a year from today. */
export function securityTxt(contact: string, wallClock: () => Date): Handler {
  return (_req, res) => {
    const today = Math.floor(wallClock().getTime() / DAY_MS);
    const expires = new Date((today + VALID_DAYS) * DAY_MS).toISOString();
    res.setHeader('Content-Type', 'text/plain; charset=utf-8');
    res.end(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  };
}
