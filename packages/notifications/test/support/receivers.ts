import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
interface ArrivedMail {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: ReadonlyMap<string, unknown>;
}

/** A real mail server that takes everything, or what `answer` allows. */
export interface MailReceiver {
  url: string;
  mails: ArrivedMail[];
  /** What it says to the next readers; undefined takes them. */
  refuse: (to: string) => { code: number; message: string } | undefined;
  /** How long it takes to say that it has one. */
  delayMs: () => number;
  close(): Promise<void>;
}

/** Starts a mail server on this machine. */
export async function startMailServer(port = 0): Promise<MailReceiver> {
  const receiver: MailReceiver = {
    url: '',
    mails: [],
    refuse: () => undefined,
    delayMs: () => 0,
    close: async () => {},
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = receiver.refuse(address);
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      void simpleParser(stream).then((mail) => {
        receiver.mails.push({
          messageId: mail.messageId ?? '',
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html === false ? '' : mail.html,
          headers: mail.headers,
        });
        setTimeout(done, receiver.delayMs());
        return undefined;
      }, done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.server.address() as AddressInfo;
  receiver.url = `smtp://127.0.0.1:${own}`;
  receiver.close = () => new Promise((resolve) => server.close(() => resolve()));
  return receiver;
}

/** A request as it arrived. */
interface ArrivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A real receiver of webhooks. */
export interface HttpReceiver {
  origin: string;
  requests: ArrivedRequest[];
  /** How long it takes to answer, after it has it. */
  delayMs: () => number;
  /** What it answers; 204 at first. */
  answer: (request: ArrivedRequest) => { status: number; headers?: Record<string, string>; body?: string };
  close(): Promise<void>;
}

/** Starts a receiver on this machine. */
export async function startReceiver(port = 0): Promise<HttpReceiver> {
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const request = {
        path: req.url ?? '',
        headers: req.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      receiver.requests.push(request);
      const { status, headers = {}, body = '' } = receiver.answer(request);
      setTimeout(() => res.writeHead(status, headers).end(body), receiver.delayMs());
    });
  });
  const receiver: HttpReceiver = {
    origin: '',
    requests: [],
    answer: () => ({ status: 204 }),
    delayMs: () => 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
