import { ServiceError } from '@funnel/domain';
import { admissionOf, verifyJsonBody } from '@funnel/service';
import type { ReceivedBody } from '@funnel/operations';
import express, { type Request, type Response } from 'express';

const parseJson = express.json({ limit: '64kb', strict: false, type: () => true, verify: verifyJsonBody });

/** Receives the body. What is wrong with it is reported after everything before it. */
export async function receiveJson(req: Request, res: Response): Promise<ReceivedBody> {
  return readJson(req, res).then(
    (value) => ({ value }),
    (mistake: unknown) => ({ mistake }),
  );
}

/** Reads the body as JSON of at most 64 KiB. The error handler gives parse failures their codes. */
async function readJson(req: Request, res: Response): Promise<unknown> {
  if (!req.is(['json', '+json'])) {
    throw new ServiceError(
      'unsupported_media_type',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  const parse = () =>
    new Promise<void>((resolve, reject) => {
      parseJson(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  await admissionOf(req).whileSending(parse);
  return req.body as unknown;
}
