import type { IncomingMessage, ServerResponse } from 'node:http';

/** What an endpoint does instead of its work. */
export type Failure = (req: IncomingMessage, res: ServerResponse) => void;

export const answers = {
  status:
    (status: number, body: unknown = { error: 'server_error' }): Failure =>
    (_req, res) => {
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    },
  html: ((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>');
  }) satisfies Failure,
  body:
    (text: string): Failure =>
    (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    },
  redirect: ((_req, res) => {
    res.writeHead(302, { Location: '/elsewhere' }).end();
  }) satisfies Failure,
  /** Takes the request and never says a word. */
  silence: (() => {}) satisfies Failure,
  /** Sends the head and half of the body. */
  half: ((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 }).write('{"active":');
  }) satisfies Failure,
  cut: ((req: IncomingMessage, _res: ServerResponse) => {
    req.socket.destroy();
  }) satisfies Failure,
};
