import type { Day } from '@funnel/domain';

/** A campaign began, ended, or split its traffic in another way. */
export interface CampaignEvent {
  kind: 'launch' | 'end' | 'split';
  day: Day;
  campaign: { id: number; name: string };
}
