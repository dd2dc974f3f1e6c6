import type { Day } from '@funnel/domain';
import type { Formats } from '../phrases/formats.ts';

/** What happened to a campaign on a day. */
interface CampaignEvent {
  kind: 'launch' | 'end' | 'split';
  day: Day;
  name: string;
}

/**
 * @example
 * const began = { kind: 'launch', day: 20_401, name: '“Quiz”' } as const;
 * assert.equal(campaignEventText(began, plainFormats(20_408)), '“Quiz” began on 9 November.');
 */
export function campaignEventText({ kind, day, name }: CampaignEvent, formats: Formats): string {
  const date = formats.day(day);
  return {
    launch: `${name} began on ${date}.`,
    end: `${name} ended on ${date}.`,
    split: `${name}: the split changed on ${date}.`,
  }[kind];
}
