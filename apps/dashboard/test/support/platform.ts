import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serveHttp } from '@funnel/testing';
import type { Product } from './product.ts';

/** What the endpoint of a platform answers with. */
type Answer = () => Promise<unknown>;

/** Another website, on another site than the dashboard. */
export interface Platform {
  origin: string;
  /** The content of its pages by path; each gets a head. */
  pages: Map<string, string>;
  /** How often its endpoint was asked for a token, and with what. */
  asked: unknown[];
  /** What the endpoint answers; a rejection is a 500. */
  answer: Answer;
  close(): Promise<void>;
}

/** Starts a platform whose pages a test writes. Its endpoint is `/token`. */
export async function startPlatform(): Promise<Platform> {
  const platform: Omit<Platform, 'origin' | 'close'> = {
    pages: new Map(),
    asked: [],
    answer: async () => ({}),
  };
  const http = await serveHttp((req, res) => {
    if (req.url === '/token') {
      let text = '';
      req.on('data', (piece: Buffer) => void (text += piece.toString()));
      req.on('end', () => {
        platform.asked.push(JSON.parse(text || 'null'));
        platform.answer().then(
          (answer) => res.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
          () => res.writeHead(500).end(),
        );
      });
      return;
    }
    const content = platform.pages.get(req.url ?? '');
    res
      .writeHead(content === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Platform</title><link rel="icon" href="data:,"><main><h1>Platform</h1>${content ?? ''}</main></html>`,
      );
  });
  return Object.assign(platform, {
    // Not the name of the dashboard: frames are of a third party then, as in life.
    origin: http.url.replace('127.0.0.1', 'localhost'),
    close: () => http.close(),
  });
}

const EXAMPLE = fileURLToPath(new URL('../../../../docs/examples/embed/server.mjs', import.meta.url));
/** Inside of this package, so that Express is found. */
const FOLDER = fileURLToPath(new URL('../../test-output/embed-example/', import.meta.url));

/** Runs the example of the documentation as it is. */
export async function startExample(
  product: Product,
  token: string,
): Promise<{ origin: string; logged: () => string; stop(): Promise<void> }> {
  mkdirSync(FOLDER, { recursive: true });
  copyFileSync(EXAMPLE, `${FOLDER}server.mjs`);
  const port = await freePort();
  const child = spawn(process.execPath, [`${FOLDER}server.mjs`], {
    env: {
      PATH: process.env['PATH'],
      DASHBOARD_URL: product.url,
      AUTHORIZATION_SERVER_URL: product.server.url,
      FUNNEL_TOKEN: token,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (piece: Buffer) => void (log += piece.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error(`the example has ended: ${log}`)));
  });
  return { origin: `http://localhost:${port}`, logged: () => log, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  const over = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill();
  await over;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
