import { expect, test } from '@jest/globals';
import { type Changes, type Found, type KnownEpisode, reconcile } from '../src/episodes/reconcile.ts';
import fc from 'fast-check';

const CAMPAIGNS = [0, 101, 102];
const DAY_MS = 86_400_000;

/** What a look finds on a day: for each campaign nothing, or a break that began some days before. */
const anyDay = fc.array(fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }), {
  minLength: CAMPAIGNS.length,
  maxLength: CAMPAIGNS.length,
});

/** Keeps episodes as the database does. */
function apply(
  known: KnownEpisode[],
  { opened, seen, ended }: Changes<Found, KnownEpisode>,
  now: Date,
): KnownEpisode[] {
  const kept = known.map((episode) => {
    if (seen.some((one) => one.episode.id === episode.id)) return { ...episode, endedAt: null };
    return ended.some((one) => one.episode.id === episode.id) ? { ...episode, endedAt: now } : episode;
  });
  const added = opened.map((found, index) => ({
    ...found,
    id: `${now.getTime()}-${index}`,
    openedAt: now,
    endedAt: null,
    fixedAt: null,
  }));
  return [...kept, ...added];
}

test('whatever is found on whatever days: one open episode for each break, none for what is over, none twice', () => {
  fc.assert(
    fc.property(fc.array(anyDay, { minLength: 1, maxLength: 40 }), (days) => {
      let known: KnownEpisode[] = [];
      days.forEach((ages, index) => {
        const today = 20_000 + index;
        const now = new Date(today * DAY_MS + DAY_MS / 2);
        const found = CAMPAIGNS.flatMap((campaignId, place) => {
          const age = ages[place];
          return age === undefined ? [] : [{ campaignId, began: today - age }];
        });
        const changes = reconcile({ found, known, today, isLive: () => true });
        // What began before the end of an episode of the same campaign belongs to it.
        for (const { campaignId, began } of changes.opened)
          for (const { endedAt } of known.filter((one) => one.campaignId === campaignId))
            expect(endedAt !== null && began * DAY_MS > endedAt.getTime()).toBe(true);
        known = apply(known, changes, now);
        const open = known.filter(({ endedAt }) => endedAt === null).map(({ campaignId }) => campaignId);
        expect(new Set(open)).toEqual(new Set(found.map(({ campaignId }) => campaignId)));
        expect(open).toHaveLength(found.length);
        const again = reconcile({ found, known, today, isLive: () => true });
        expect([again.opened, again.ended]).toEqual([[], []]);
      });
    }),
  );
});
