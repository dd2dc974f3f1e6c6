import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Where hostile connections go, and where they come from. */
export interface HostileTarget {
  /** The address of the service. */
  url: string;
  /** A path that answers GET. */
  path: string;
  /** A path that reads a body of POST. */
  bodyPath: string;
  /** A path with a long answer to GET. */
  longPath: string;
  /** The address of this machine to come from. */
  from?: string;
}

/** How each answer begins. */
const ANSWER = 'HTTP/1.1 ';

/** Raw connections of one attack. Everything that goes wrong with them is expected. */
export class HostileConnections {
  readonly target: HostileTarget;
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #answerCount = 0;

  constructor(target: HostileTarget) {
    this.target = target;
  }

  /** How many of them are still open. */
  get openCount(): number {
    return this.#sockets.size;
  }

  /** How many answers have arrived on all of them. */
  get answerCount(): number {
    return this.#answerCount;
  }

  /** Opens a connection and sends these bytes. */
  async open(bytes: string | Buffer = ''): Promise<Socket> {
    const { hostname, port } = new URL(this.target.url);
    const localAddress = this.target.from;
    const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
    socket.on('error', () => {});
    let unread = '';
    socket.on('data', (chunk: Buffer) => {
      // An answer may begin at the end of one chunk and go on in the next.
      const answers = (unread + chunk.toString('latin1')).split(ANSWER);
      this.#answerCount += answers.length - 1;
      unread = answers.at(-1)?.slice(1 - ANSWER.length) ?? '';
    });
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
    if (bytes.length > 0) socket.write(bytes);
    return socket;
  }

  /** Opens many connections that all send these bytes. */
  openMany(count: number, bytes: string | Buffer = ''): Promise<Socket[]> {
    return Promise.all(Array.from({ length: count }, () => this.open(bytes)));
  }

  /** Sends a little again and again until the connection closes. */
  drip(socket: Socket, bytes: string | Buffer, everyMs: number): void {
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else socket.write(bytes);
    }, everyMs);
    this.#timers.add(timer);
  }

  /** The head of a GET request. */
  get(path = this.target.path, headers: Readonly<Record<string, string>> = {}): string {
    return this.#head('GET', path, headers);
  }

  /** The head of a POST request. */
  post(headers: Readonly<Record<string, string>>): string {
    return this.#head('POST', this.target.bodyPath, { 'Content-Type': 'application/json', ...headers });
  }

  /** Resets every connection that is still open. */
  resetAll(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  #head(method: string, path: string, headers: Readonly<Record<string, string>>): string {
    const all = { Host: new URL(this.target.url).host, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  }
}
