import type fc from 'fast-check';
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
}

/** A service to send requests to. */
export interface Target {
  origin: string;
  requests: fc.Arbitrary<FuzzRequest>;
  /** What is wrong with the shape of an answer below 500; undefined if nothing is. */
  check(request: FuzzRequest, answer: Answer): string | undefined;
}

/** The media type of an answer, without parameters. */
export function mediaTypeOf({ headers }: Answer): string {
  const [type = ''] = String(headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

/** The body as JSON; undefined if it is none. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
