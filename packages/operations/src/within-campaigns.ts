import { onlyCampaigns } from '@funnel/auth';
import { campaignOf, inReadTransaction } from '@funnel/db';
import type { Level } from '@funnel/domain';
import { subjectNotFound } from './output/envelope.ts';
import type { Question } from './question.ts';

/** What a report with an id is about. Every other operation is about more than a campaign. */
const LEVELS: Readonly<Record<string, Exclude<Level, 'website'>>> = {
  get_campaign_report: 'campaign',
  get_variant_report: 'variant',
  get_step_report: 'step',
  get_element_report: 'element',
};

/**
 * Refuses everything beyond the campaigns that a token is limited to: other reports with 403, other ids as if they did not exist. Asked
 * before any answer is computed or recalled.
 */
export async function requireWithinCampaigns({ operation, request, ids, parsed }: Question): Promise<void> {
  const { campaignIds } = request.principal;
  if (!campaignIds) return;
  const level = Object.hasOwn(LEVELS, operation.name) ? LEVELS[operation.name] : undefined;
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
