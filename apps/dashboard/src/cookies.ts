import type { Request, Response } from 'express';

/** Reads and writes cookies that are httpOnly, SameSite=Lax and limited to this host. */
export interface Cookies {
  read(req: Request, name: string): string | undefined;
  /** The names of the cookies that the browser sent and that begin with this. */
  named(req: Request, prefix: string): string[];
  write(res: Response, name: string, value: string, options?: { maxAgeMs?: number }): void;
  clear(res: Response, name: string): void;
}

/** Creates the cookies. On https their names start with `__Host-`, so that no other host of the domain can set them. */
export function createCookies({ secure }: { secure: boolean }): Cookies {
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const start = secure ? '__Host-' : '';
  return {
    read: (req, name) => sentCookies(req).find(([key]) => key === start + name)?.[1],
    named: (req, prefix) =>
      sentCookies(req)
        .filter(([key]) => key.startsWith(start + prefix))
        .map(([key]) => key.slice(start.length)),
    write: (res, name, value, { maxAgeMs } = {}) =>
      void res.cookie(start + name, value, {
        ...options,
        ...(maxAgeMs !== undefined && { maxAge: maxAgeMs }),
      }),
    clear: (res, name) => void res.clearCookie(start + name, options),
  };
}

/** Reads only values that this service creates (base64url). */
function sentCookies(req: Request): [name: string, value: string][] {
  return (req.headers.cookie ?? '').split(';').flatMap((part) => {
    const [name = '', value = ''] = part.trim().split('=', 2);
    return /^[\w-]{1,4096}$/.test(value) ? [[name, value]] : [];
  });
}
