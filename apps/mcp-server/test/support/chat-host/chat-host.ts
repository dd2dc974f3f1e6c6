import { fileURLToPath } from 'node:url';
import { serveHttp } from '@funnel/testing';
import { openContext } from '@funnel/testing/browser';
import { build, stop } from 'esbuild';
import type { Browser, Frame, Page } from 'playwright-core';
import type { Chat } from './host-page.ts';

/** A chat application in a browser, with the view of the last answer. */
export interface ChatHost {
  page: Page;
  /** Origins that the browser sent requests to. */
  origins: Set<string>;
  /** What the browser complained about, such as a violated policy. */
  complaints: string[];
  /** Calls a method of the chat in the browser. */
  call: (method: keyof Chat, ...args: unknown[]) => Promise<unknown>;
  told(): Promise<string[]>;
  /** The frame of the view. */
  view(): Frame;
  stop(): Promise<void>;
}

/** Bundles and opens the chat application. */
export async function openChat(browser: Browser): Promise<ChatHost> {
  const entry = fileURLToPath(new URL('host-page.ts', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  // Its process would keep the test running.
  await stop();
  const script = outputFiles[0]?.text ?? '';
  const server = await serveHttp((req, res) => {
    const isScript = req.url === '/host.js';
    res.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    res.end(isScript ? script : PAGE);
  });
  const { page, origins, context } = await openContext(browser);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(server.url);
  return {
    page,
    origins,
    complaints,
    call: (method, ...args) => page.evaluate(`chat.${method}(...${JSON.stringify(args)})`),
    told: () => page.evaluate<string[]>('chat.told'),
    view: () => {
      const frame = page.frames().at(-1);
      if (!frame || frame === page.mainFrame()) throw new Error('No view is open');
      return frame;
    },
    async stop() {
      await context.close();
      await server.close();
    },
  };
}

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Chat</title><link rel="icon" href="data:,">
<style>body { margin: 0 } iframe { display: block; width: 100%; height: 200px; border: 0 }</style></head>
<body><script type="module" src="/host.js"></script></body>
</html>`;
