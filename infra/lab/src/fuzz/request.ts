import type fc from 'fast-check';
import type { Tenant } from './tenants/tenant.ts';

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

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

export interface Target {
  origin: string;
  /** All requests that this tenant may send. */
  requestsOf(tenant: Tenant): fc.Arbitrary<FuzzRequest>;
  /** What is wrong with the shape of an answer below 500; undefined if nothing is. */
  check(request: FuzzRequest, answer: Answer): string | undefined;
}

export function mediaTypeOf({ headers }: Answer): string {
  const [type = ''] = String(headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
