import type { IncomingMessage, ServerResponse } from 'node:http';

export type Next = (error?: unknown) => void;

/** A connect-style handler: Express takes it, and so does a plain Node server. */
export type Handler = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

export type ErrorHandler = (error: unknown, req: IncomingMessage, res: ServerResponse, next: Next) => void;
