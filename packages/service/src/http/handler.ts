import type { IncomingMessage, ServerResponse } from 'node:http';

/** Passes control to the next handler, or an error to the error handler. */
export type Next = (error?: unknown) => void;

/** A connect-style handler, for Express or a plain Node server. */
export type Handler = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

export type ErrorHandler = (error: unknown, req: IncomingMessage, res: ServerResponse, next: Next) => void;
