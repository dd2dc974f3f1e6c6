import { type Connection, readWebsites, type WebsiteFacts, websiteGroups } from '@funnel/db';
import { int4, int4Literal, json, plainArrayLiteral, type RowOf, text } from '@funnel/db/sql';
import { compareVariants, groupBy, type LastDay, type Share, shareOf, type WebsiteId } from '@funnel/domain';
import { readExperimentLives } from '@funnel/metrics';
import { channelsFor, readReaders } from '../channels/readers.ts';
import { endEpisode, openAndTell, readEpisodes, type StoredEpisode } from '../episodes/episode-store.ts';
import type { DecidedVariant, ExperimentDecided } from '../messages/message.ts';
import { statement } from '../statement.ts';

const readExperiments = statement(
  'read-experiments',
  { websites: int4Literal() },
  {
    website_id: int4<WebsiteId>(),
    id: int4(),
    name: text(),
    variants: json<{ id: number; name: string | null; variation: string }[]>(),
  },
);
type Experiment = RowOf<typeof readExperiments>;

/** Looks for experiments of websites that are decided, and notes whom to tell: once for each life of an experiment. Returns the number of messages. */
export async function watchVerdicts(
  transaction: Connection,
  websiteIds: readonly WebsiteId[],
  look: { last: LastDay; now: Date },
): Promise<number> {
  let messages = 0;
  for (const group of await websiteGroups(transaction, websiteIds)) {
    const experiments = await readExperiments(transaction, { websites: plainArrayLiteral(group) });
    const known = await readEpisodes(transaction, { websiteIds: group, kind: 'verdict', now: look.now });
    const open = known.filter(({ endedAt }) => !endedAt);
    // Campaigns of several websites may have the same id.
    const live = new Set(experiments.map((one) => `${one.website_id} ${one.id}`));
    const now = look.now.toISOString();
    for (const { id: episode, websiteId, campaignId } of open)
      if (!live.has(`${websiteId} ${campaignId}`))
        await endEpisode(transaction, { episode, how: 'ended', now });
    for (const [websiteId, own] of groupBy(experiments, (one) => one.website_id))
      messages += await watchExperiments(transaction, websiteId, own, { ...look, open });
  }
  return messages;
}

async function watchExperiments(
  transaction: Connection,
  websiteId: WebsiteId,
  experiments: readonly Experiment[],
  { last, now, open: known }: { last: LastDay; now: Date; open: readonly StoredEpisode[] },
): Promise<number> {
  const [website] = await readWebsites(transaction, [websiteId]);
  if (!website) return 0;
  const decided = await readDecided(transaction, website, experiments, last);
  if (decided.length === 0) return 0;
  const readers = (await readReaders(transaction, { websites: [websiteId] })).filter(
    ({ verdicts }) => verdicts,
  );
  let messages = 0;
  for (const message of decided) {
    const campaignId = message.campaign.id;
    const open = known.find((one) => one.websiteId === websiteId && one.campaignId === campaignId);
    // Its traffic is split in another way since: another experiment.
    const isOther = open !== undefined && open.began !== message.since;
    if (isOther) await endEpisode(transaction, { episode: open.id, how: 'replaced', now: now.toISOString() });
    const episode = { websiteId, kind: 'verdict', campaignId, began: message.since, message, now } as const;
    const channels = channelsFor(readers, campaignId);
    const openId = isOther ? undefined : open?.id;
    messages += await openAndTell(transaction, episode, { said: 'decided', channels, openId });
  }
  return messages;
}

/** The same rule as in the weekly insights: all pairs of the website are one family. */
async function readDecided(
  transaction: Connection,
  website: WebsiteFacts,
  experiments: readonly Experiment[],
  last: LastDay,
): Promise<ExperimentDecided[]> {
  const lives = await readExperimentLives(transaction, {
    website,
    last: last.day,
    experiments: experiments.map(({ variants }) => variants.map(({ id }) => id)),
  });
  const living = experiments.flatMap((experiment) => {
    const life = lives.get(experiment.variants[0]?.id ?? 0);
    return life ? [{ experiment, life }] : [];
  });
  const comparisons = compareVariants(
    living.map(({ experiment, life }) =>
      experiment.variants.map((variant) => {
        const { converted = 0, viewers = 0 } = life.variants.get(variant.id) ?? {};
        return { ...variant, share: shareOf(converted, viewers) };
      }),
    ),
  );
  return comparisons.flatMap(({ outcome, variants }, index): ExperimentDecided[] => {
    const found = living[index];
    const one = outcome === 'wins' ? variants[0] : variants.at(-1);
    if (!found || !one || (outcome !== 'wins' && outcome !== 'loses')) return [];
    return [
      {
        type: 'experiment.decided',
        website: { id: website.id, name: website.name },
        campaign: { id: found.experiment.id, name: found.experiment.name },
        outcome,
        since: found.life.days.start,
        variant: decidedVariant(one),
        others: variants.filter((other) => other !== one).map(decidedVariant),
      },
    ];
  });
}

function decidedVariant({
  id,
  name,
  variation,
  share,
}: Experiment['variants'][number] & { share: Share }): DecidedVariant {
  return { id, name, letter: variation.toUpperCase(), viewers: share.of, converted: share.count };
}
