import type { IncomingMessage, ServerResponse } from 'node:http';

/** Replaces the normal response of an endpoint. */
export type Failure = (req: IncomingMessage, res: ServerResponse) => void;

/** Ways in which an endpoint can fail. */
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
  /** Accepts the request and never responds. */
  silence: (() => {}) satisfies Failure,
  /** Sends the headers and half of the body. */
  half: ((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 }).write('{"active":');
  }) satisfies Failure,
  /** Closes the connection without a response. */
  cut: ((req: IncomingMessage, _res: ServerResponse) => {
    req.socket.destroy();
  }) satisfies Failure,
};
