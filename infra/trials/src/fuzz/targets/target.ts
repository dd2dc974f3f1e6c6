import type fc from 'fast-check';
import type { Answer, FuzzRequest } from '../request.ts';

/** A service to send requests to. */
export interface Target {
  origin: string;
  requests: fc.Arbitrary<FuzzRequest>;
  /** What is wrong with the shape of an answer below 500; undefined if nothing is. */
  check(request: FuzzRequest, answer: Answer): string | undefined;
  /** How long an answer may take, if not two seconds. */
  limitMs?(request: FuzzRequest): number | undefined;
  /** Called before each group of requests. */
  prepare?(): Promise<void>;
}
