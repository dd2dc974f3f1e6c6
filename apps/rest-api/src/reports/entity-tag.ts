import { createHash } from 'node:crypto';
import type { WebsiteFacts } from '@funnel/db';

export interface Tagged {
  tool: string;
  mediaType: string;
  /** Windows move with the day. */
  now: Date;
  input: Readonly<Record<string, unknown>>;
  /** With the version of their data. */
  websites: readonly WebsiteFacts[];
}

/** Weak: the same answer may be compressed or not. */
export function entityTag({ tool, mediaType, now, input, websites }: Tagged): string {
  const day = now.toISOString().slice(0, 10);
  const told = JSON.stringify([tool, mediaType, day, input, websites]);
  return `W/"${createHash('sha256').update(told).digest('base64url')}"`;
}

/** Whether `If-None-Match` names the tag. `*` does not: it says nothing of what the caller has. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((given) => opaque(given) === opaque(tag));
}
