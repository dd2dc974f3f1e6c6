import { type JsonSize, ServiceError } from '@funnel/domain';

/** Of all kinds together, nested ones included. Bounds the memory and the transaction of a document. */
const MAX_RECORDS = 50_000;
/** A campaign of 2,000 elements has as many. */
const MAX_RECORD_VALUES = 10_000;

const WAY_OUT = 'Send it in several requests: what a document leaves out stays as it is.';

/** Returns the number of records; throws a ServiceError (413) if a document may not have so many. */
export function requireFewRecords(records: number): number {
  if (records <= MAX_RECORDS) return records;
  const detail = `The document has more than ${MAX_RECORDS} records or keys. ${WAY_OUT}`;
  throw new ServiceError('payload_too_large', detail);
}

/** Throws a ServiceError (413) if one record has so many values that it would hold up others. */
export function requireSmallRecord({ values }: JsonSize, what: string): void {
  if (values <= MAX_RECORD_VALUES) return;
  const detail = `${what} has more than ${MAX_RECORD_VALUES} values. ${WAY_OUT}`;
  throw new ServiceError('payload_too_large', detail);
}
