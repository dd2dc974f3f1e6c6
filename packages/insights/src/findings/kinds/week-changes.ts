import { conversionShare, liveCampaigns } from '../campaigns.ts';
import type { FindingsInput } from '../input.ts';
import { beyondChance } from '../statistics/holm.ts';
import { FAMILY_ALPHA } from '../thresholds.ts';
import { rateChange } from './rate-change.ts';
import type { WeekChange } from './tested-change.ts';
import { viewsChange } from './views-change.ts';

/** Rates and views of every live campaign and of the website are one family. */
export function weekChanges(input: FindingsInput): WeekChange[] {
  const subjects = [
    ...liveCampaigns(input).map((subject) => ({ campaign: subject, subject })),
    { campaign: null, subject: input.website },
  ];
  const tested = subjects.flatMap(({ campaign, subject: { week, previous } }) => [
    ...rateChange(campaign, conversionShare(week), conversionShare(previous)),
    ...viewsChange(campaign, week, previous, input.campaigns),
  ]);
  return [...beyondChance(tested, FAMILY_ALPHA)].flatMap(({ finding }) => finding ?? []);
}
