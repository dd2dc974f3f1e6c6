import type { IncomingMessage, ServerResponse } from 'node:http';

/** Calls `done` once, whatever ends first: a response that is not sent does not notice that its connection has closed. */
export function onceClosed(req: IncomingMessage, res: ServerResponse, done: () => void): void {
  const { socket } = req;
  const once = () => {
    res.off('close', once);
    socket.off('close', once);
    done();
  };
  res.once('close', once);
  socket.once('close', once);
  if (socket.destroyed) once();
}
