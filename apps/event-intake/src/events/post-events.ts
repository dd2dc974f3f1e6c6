import { boundWebsites, requireScope } from '@funnel/auth';
import { untilAborted } from '@funnel/db';
import { ServiceError, type VisitorSecrets } from '@funnel/domain';
import { admissionOf, admit, type Clock } from '@funnel/service';
import type { RequestHandler } from 'express';
import { databaseFailure } from '../database-failure.ts';
import type { IntakeDependencies } from '../dependencies.ts';
import { JSON_TYPE, NDJSON_TYPE, requireMediaType } from '../http/media-type.ts';
import { readBody } from '../http/read-body.ts';
import type { EventCounter } from './count-events.ts';
import { decodeEvents } from './decode-events.ts';
import type { EventSummary } from './event-summary.ts';
import { recordBody } from './record-body.ts';

export interface PostEventsDependencies extends IntakeDependencies {
  /** The clock of the check for events in the future: `NOW` pins it. */
  clock: Clock;
  countEvents: EventCounter;
  visitorSecrets: VisitorSecrets;
}

/** `POST /v1/events`: records the events of the token's websites and answers once all are committed. */
export function postEvents(dependencies: PostEventsDependencies): RequestHandler {
  const { database, clock, countEvents, visitorSecrets } = dependencies;
  return async (req, res) => {
    const principal = await admit(req, res, dependencies);
    requireScope(principal, 'events:write');
    const type = requireMediaType(req, [JSON_TYPE, NDJSON_TYPE]);
    const admission = admissionOf(req);
    const { signal } = admission;
    const chunks = readBody(req, { invalidCode: 'invalid_events', signal });
    const events = decodeEvents(chunks, type === JSON_TYPE ? 'array' : 'lines');
    const options = {
      database,
      websiteIds: boundWebsites(principal),
      now: clock,
      visitorSecrets,
      admission,
    };
    const recorded = admission
      .whileSending(() => recordBody(events, options), Infinity)
      .catch((error: unknown) => {
        throw databaseFailure(error);
      });
    const summary = await untilAborted(signal, recorded);
    countEvents(summary);
    if (summary.isAllRefused) throw eventsRefused(summary);
    res.set('Cache-Control', 'no-store').json(summary);
  };
}

/** A producer that looks only at the status must notice that nothing counts. */
function eventsRefused(summary: EventSummary): ServiceError {
  const count = summary.refused === 1 ? 'The event was' : `All ${summary.refused} events were`;
  const detail = `${count} refused. refusals has the reasons: remove them before you send the body again.`;
  return new ServiceError('events_refused', detail, { members: summary.toJSON() });
}
