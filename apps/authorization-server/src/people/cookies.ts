import type { Request, Response } from 'express';

/** Reads and writes cookies that are httpOnly, SameSite=Lax and limited to this host. */
export type Cookies = ReturnType<typeof createCookies>;

/** Creates the cookies. On https their names start with `__Host-`, so that no other host of the domain can set them. */
export function createCookies({ secure }: { secure: boolean }) {
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const fullName = (name: string) => (secure ? `__Host-${name}` : name);
  // A cookie set in this response is readable in the same request.
  const written = new WeakMap<Request, Map<string, string | undefined>>();

  function remember(req: Request, name: string, value: string | undefined): void {
    const cookies = written.get(req) ?? new Map<string, string | undefined>();
    written.set(req, cookies.set(name, value));
  }

  return {
    read(req: Request, name: string): string | undefined {
      const changed = written.get(req);
      return changed?.has(name) ? changed.get(name) : sentCookie(req, fullName(name));
    },
    write(req: Request, res: Response, name: string, value: string): void {
      remember(req, name, value);
      res.cookie(fullName(name), value, options);
    },
    clear(req: Request, res: Response, name: string): void {
      remember(req, name, undefined);
      res.clearCookie(fullName(name), options);
    },
  };
}

/** Reads only values that this server creates (base64url). */
function sentCookie(req: Request, name: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name && /^[\w-]{1,200}$/.test(value)) return value;
  }
  return undefined;
}
