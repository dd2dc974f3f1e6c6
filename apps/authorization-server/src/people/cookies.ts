import type { Request, Response } from 'express';

/** The cookies of this server: httpOnly, SameSite=Lax, of this host and path alone. */
export interface Cookies {
  read(req: Request, name: string): string | undefined;
  write(req: Request, res: Response, name: string, value: string): void;
  clear(req: Request, res: Response, name: string): void;
}

/** On https the names carry `__Host-`: no other host of the domain can plant one. */
export function createCookies({ secure }: { secure: boolean }): Cookies {
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const fullName = (name: string) => (secure ? `__Host-${name}` : name);
  // What this very answer sets counts at once, as it will with the next request.
  const written = new WeakMap<Request, Map<string, string | undefined>>();

  function note(req: Request, name: string, value: string | undefined): void {
    const cookies = written.get(req) ?? new Map<string, string | undefined>();
    written.set(req, cookies.set(name, value));
  }

  return {
    read(req, name) {
      const fresh = written.get(req);
      return fresh?.has(name) ? fresh.get(name) : sentCookie(req, fullName(name));
    },
    write(req, res, name, value) {
      note(req, name, value);
      res.cookie(fullName(name), value, options);
    },
    clear(req, res, name) {
      note(req, name, undefined);
      res.clearCookie(fullName(name), options);
    },
  };
}

// Only values that this server makes (base64url) are read.
function sentCookie(req: Request, name: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name && /^[\w-]{1,200}$/.test(value)) return value;
  }
  return undefined;
}
