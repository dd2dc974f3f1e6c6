import { dayOf, formatDay } from '@funnel/domain';
import { plainFormats, shortBrokenText } from '@funnel/words';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Extras } from './extras.ts';

const MAX_LISTED = 20;

/** The broken campaigns, as the note on them says. A website that is broken only as a whole is in that note alone. */
export function attention({ breaks = [], now }: ReportFacts): Pick<Extras, 'attention'> {
  const listed = breaks.flatMap(({ campaign, websiteId, websiteName: _name, ...found }) =>
    campaign
      ? {
          website_id: websiteId,
          campaign_id: campaign.id,
          name: campaign.name,
          since: formatDay(found.day),
          text: shortBrokenText(found, plainFormats(dayOf(now))),
        }
      : [],
  );
  return { attention: listed.slice(0, MAX_LISTED) };
}
