import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '@funnel/db';
import { plainName } from '@funnel/domain';
import { type RecordedSecurityEvent } from '@funnel/identity';
import { csvRow } from '@funnel/pages';

/** What the reader chose, as the form sends it: empty for everything. */
export interface AuditFilter {
  kind: SecurityEventKind | '';
  /** Days, such as 2026-11-16. */
  since: string;
  until: string;
}

export interface AuditLine {
  at: Date;
  kind: string;
  text: string;
  by: string;
  about: string;
  from: string;
}

/** Says what happened, with no website that is not the reader's own. */
export function auditLine(event: RecordedSecurityEvent, ownWebsites: ReadonlyMap<number, string>): AuditLine {
  const { occurredAt, kind, actorId, actorEmail, userId, userEmail, clientId, address, details } = event;
  const isKnown = Object.hasOwn(SECURITY_EVENT_KINDS, kind);
  const websites = (event.websiteIds ?? []).flatMap((id) => {
    const name = ownWebsites.get(id);
    return name === undefined ? [] : [`${name} (#${id})`];
  });
  const person = userId === null || userId === actorId ? [] : [userEmail ?? `person ${userId}`];
  return {
    at: occurredAt,
    kind,
    text: isKnown ? SECURITY_EVENT_KINDS[kind as SecurityEventKind] : kind,
    by: actorEmail ?? (actorId === null ? byNobody(event) : `person ${actorId}`),
    about: [
      ...person,
      ...websites,
      ...(event.tokenId === null ? [] : [`token ${event.tokenId}`]),
      ...(clientId === null ? [] : [applicationOf(event)]),
      ...Object.entries(details ?? {}).map(([name, value]) => `${name} ${textOf(value)}`),
    ].join(', '),
    from: address ?? '',
  };
}

/** The event has no person who did it: the operator, an application, or somebody unknown. */
function byNobody(event: RecordedSecurityEvent): string {
  if (event.address === null) return 'The operator';
  return event.clientId === null ? '' : applicationOf(event);
}

/** An application chooses its name. */
function applicationOf({ clientId, clientName }: RecordedSecurityEvent): string {
  return `application ${clientName === null ? clientId : `“${plainName(clientName, MAX_NAME_LENGTH)}”`}`;
}

const MAX_NAME_LENGTH = 60;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function auditCsv(lines: readonly AuditLine[]): string {
  const rows = lines.map(({ at, kind, by, about, from }) =>
    csvRow([at.toISOString(), kind, by, about, from]),
  );
  return [csvRow(['time', 'event', 'by', 'about', 'from']), ...rows].join('');
}
