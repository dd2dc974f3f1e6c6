import { onlyCampaigns } from '@funnel/auth';
import { campaignOf, inReadTransaction } from '@funnel/db';
import { subjectNotFound } from './output/envelope.ts';
import type { Question } from './question.ts';

/**
 * Refuses everything beyond the campaigns that a token is limited to: other reports with 403, other ids as if they did not exist. Asked
 * before any answer is computed or recalled.
 */
export async function requireWithinCampaigns({ operation, request, ids, parsed }: Question): Promise<void> {
  const { campaignIds } = request.principal;
  if (!campaignIds) return;
  const { level } = operation;
  if (level === undefined) throw onlyCampaigns(request.principal);
  // The mistake is reported in its turn.
  if ('mistake' in parsed) return;
  const [websiteId] = ids;
  const id = Number(parsed.input['id']);
  if (websiteId === undefined) throw subjectNotFound(level, 'the report of the campaign');
  const campaign =
    level === 'campaign'
      ? id
      : await inReadTransaction(request.database, ids, (connection) =>
          campaignOf(connection, { websiteId, level, id }),
        );
  if (campaign === undefined || !campaignIds.includes(campaign))
    throw subjectNotFound(level, 'the report of the campaign');
}
