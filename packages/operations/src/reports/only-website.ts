import type { WebsiteFacts } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import type { ReportContext } from '../report.ts';

/** The website of a report that is about one. */
export function onlyWebsite({ websites }: ReportContext): WebsiteFacts {
  const [website] = websites;
  if (!website) throw new Error('A report about one website was run without it');
  return website;
}

/** Unknown, or of another website: the same answer. */
export function subjectNotFound(kind: string, source: string): ServiceError {
  const detail = `There is no such ${kind} on this website. Its ids come from ${source}, asked for the same website.`;
  return new ServiceError('not_found', detail, { parameter: 'id' });
}
