import type { Authenticator } from '@funnel/auth';
import type { Database } from '@funnel/db';
import { operationOf, runOperation } from '@funnel/operations';
import { REPORT } from './messages.ts';
import express, { type Express } from 'express';

interface Dependencies {
  database: Database;
  authenticator: Authenticator;
  clock: () => Date;
}

/** The smallest server with the same responses: no protocol, no log, no metrics, no checks of Host and Origin. */
export function bareExpress({ database, authenticator, clock }: Dependencies): Express {
  const operation = operationOf(REPORT);
  let prebuilt = '';
  const app = express();

  app.post('/call', express.json(), async (req, res) => {
    const principal = await authenticator.authenticate(req.headers.authorization);
    const { id, params } = req.body as { id: number; params: { arguments: Record<string, unknown> } };
    const request = { database, principal, raw: params.arguments, now: clock() };
    const { body } = await runOperation(operation, request);
    const content = [{ type: 'text', text: JSON.stringify(body) }];
    res.json({ jsonrpc: '2.0', id, result: { content, structuredContent: body } });
  });

  // Sets the response of POST /list to that of the tool server.
  app.put('/list', express.text({ type: () => true }), (req, res) => {
    prebuilt = req.body as string;
    res.end();
  });
  app.post('/list', express.json(), async (req, res) => {
    await authenticator.authenticate(req.headers.authorization);
    res.type('application/json').send(prebuilt);
  });
  return app;
}
