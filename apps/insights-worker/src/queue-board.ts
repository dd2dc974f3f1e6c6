import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { ICON_PATH } from '@funnel/pages';
import type { RequestHandler } from 'express';
import type { WorkQueue } from './queue/backend.ts';

/** The page of bull-board, which cannot change anything. */
export function createBoard(queue: WorkQueue, path: string): RequestHandler {
  const server = new ExpressAdapter();
  server.setBasePath(path);
  createBullBoard({
    queues: [new BullMQAdapter(queue as never, { readOnlyMode: true, allowRetries: false })],
    serverAdapter: server,
    options: {
      uiConfig: {
        boardTitle: 'Insights queue',
        boardLogo: { path: ICON_PATH, width: 28, height: 28 },
        favIcon: { default: ICON_PATH, alternative: ICON_PATH },
      },
    },
  });
  return server.getRouter() as RequestHandler;
}
