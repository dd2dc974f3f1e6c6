import type { Tenant } from './tenants/tenant.ts';

/** A request to send. */
export interface FuzzRequest {
  method: string;
  /** As it is on the wire, with the query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
  /** Whose credentials it carries; nobody's if undefined. */
  tenant: Tenant | undefined;
  /** What is called, as the target names it: the answer is checked against its description. */
  operation: string;
}

/** What was answered. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decompressed. */
  text: string;
  ms: number;
}

/** The media type of an answer, without parameters. */
export function mediaTypeOf({ headers }: Answer): string {
  return String(headers['content-type'] ?? '')
    .split(';', 1)
    .join('')
    .trim()
    .toLowerCase();
}

/** The body as JSON; undefined if it is none. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
