import type { Actor } from '@funnel/identity';
import type { Request } from 'express';
import { networkOf } from '@funnel/service';
import type { Person } from './people.ts';

/** A person at the browser, as the audit log names them. */
export function actorOf(req: Request, person: Person): Actor {
  return { actorId: person.id, address: networkOf(req.ip) };
}
