import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveHttp } from './http-server.ts';

interface ModelRequest {
  path: string | undefined;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[] };
}

/** A fake model API and the requests it received. */
export interface ModelServer {
  url: string;
  requests: ModelRequest[];
  /** Answers the next requests. */
  answer: (res: ServerResponse, texts: string[]) => void;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible endpoint on loopback whose answers a test chooses. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = await serveHttp((req, res) => void handle(req, res));
  const model: ModelServer = {
    ...server,
    url: `${server.url}/v1`,
    requests,
    answer: (res) => res.end(),
  };
  return model;

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(req)) as ModelRequest['body'];
    requests.push({ path: req.url, authorization: req.headers.authorization, body });
    const { findings } = JSON.parse(body.messages.at(-1)?.content ?? '') as { findings: string[] };
    model.answer(res, findings);
  }
}

/** Sends a completion with this content. */
export function complete(res: ServerResponse, content: unknown): void {
  const answer = typeof content === 'string' ? content : JSON.stringify(content);
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: answer } }] }));
}
