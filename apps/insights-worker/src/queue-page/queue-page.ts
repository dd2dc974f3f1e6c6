import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { ServiceError } from '@funnel/domain';
import { sendProblem } from '@funnel/service';
import type { RequestHandler } from 'express';
import type { WorkQueue } from '../queue/work-queue.ts';

export const QUEUE_PAGE_PATH = '/queue';

/** Nothing from elsewhere, and nobody frames it. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'self'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Bull-board, to look at only; the queue is there once the worker has opened it. */
export function queuePage(queue: () => WorkQueue | undefined): RequestHandler {
  let board: RequestHandler | undefined;
  return (req, res, next) => {
    res.set(HEADERS);
    const opened = queue();
    if (!opened) {
      sendProblem(req, res, new ServiceError('unavailable', 'The queue is not open yet.'));
      return;
    }
    board ??= boardOf(opened);
    board(req, res, next);
  };
}

function boardOf(queue: WorkQueue): RequestHandler {
  const server = new ExpressAdapter();
  server.setBasePath(QUEUE_PAGE_PATH);
  createBullBoard({
    queues: [new BullMQAdapter(queue as never, { readOnlyMode: true, allowRetries: false })],
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Insights queue' } },
  });
  return server.getRouter() as RequestHandler;
}
