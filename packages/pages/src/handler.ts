import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request, in Express or on a plain Node server. */
export type PageHandler = (req: IncomingMessage, res: ServerResponse) => void;
