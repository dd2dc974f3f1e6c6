import type { Response } from 'express';

export function sendPage(res: Response, status: number, page: string): void {
  res.status(status).type('html').send(page);
}
