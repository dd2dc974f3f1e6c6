import type { CampaignSpec, WebsiteSpec } from '../definitions/specs.ts';
import { childId } from '../definitions/subject-ids.ts';
import { EvenDraws } from '../random/even-draws.ts';
import { hash32, unitOf } from '../random/hash.ts';
import { Random } from '../random/random.ts';
import type { DemoCalendar } from './demo-calendar.ts';
import { type DemoEvent, DemoEvents } from './demo-event.ts';
import { expectedVisitors } from './expected-visitors.ts';
import { visitorAt } from './visitor.ts';
import { walkFunnel } from './walk-funnel.ts';

/** How much a campaign's rates differ from day to day; its variants share the day's luck. */
const DAILY_SPREAD = 0.12;

/** All events of the day that many days ago; of today only what has happened by now. */
export type DemoTraffic = (daysAgo: number) => DemoEvent[];

/** Every day can be asked for by itself, in any order. */
export function demoTraffic(websites: readonly WebsiteSpec[], calendar: DemoCalendar): DemoTraffic {
  return (daysAgo) => {
    const events: DemoEvent[] = [];
    for (const website of websites) {
      const crowd = Math.round(expectedVisitors(website, calendar.today - daysAgo, daysAgo));
      for (const campaign of website.campaigns) {
        if (daysAgo > campaign.since || daysAgo < (campaign.until ?? 0)) continue;
        showCampaign({ website, campaign, calendar, daysAgo, crowd, events });
      }
    }
    return events;
  };
}

interface CampaignDay {
  website: WebsiteSpec;
  campaign: CampaignSpec;
  calendar: DemoCalendar;
  daysAgo: number;
  /** Expected visitors of the website. */
  crowd: number;
  events: DemoEvent[];
}

function showCampaign({ website, campaign, calendar, daysAgo, crowd, events }: CampaignDay): void {
  const day = calendar.today - daysAgo;
  const random = Random.of('visits', campaign.id, daysAgo);
  const views = random.poisson(crowd * campaign.reach) * (daysAgo === 0 ? calendar.elapsed : 1);
  const isBroken = campaign.brokenTo !== undefined && day >= calendar.lastWeek;
  const luck = Math.max(0, 1 + DAILY_SPREAD * random.normal()) * (isBroken ? (campaign.brokenTo ?? 1) : 1);
  const collected = new DemoEvents(events, { websiteId: website.id, campaignId: campaign.id, day }, daysAgo);
  const uses = new EvenDraws(random);
  for (let view = 1; view <= views; view += 1) {
    const visitor = visitorAt(website, daysAgo, random.below(crowd));
    const index = variantIndex(campaign, visitor.hash);
    walkFunnel({
      campaign,
      variantId: childId(campaign.id, index),
      visitor,
      rateFactor: luck * (campaign.variants[index]?.lift ?? 1),
      random,
      uses,
      events: collected,
    });
  }
}

/** The same visitor is always shown the same variant. */
function variantIndex(campaign: CampaignSpec, visitorHash: number): number {
  let left = unitOf(hash32(campaign.id, visitorHash)) * 100;
  return campaign.variants.findIndex(({ traffic }) => (left -= traffic) < 0);
}
