import type { components } from '@funnel/client';

/** In `_meta` of a tool result. Models do not see it. */
export const EXTRAS_KEY = 'funnel/extras';

/** What a picture needs beyond the body of a report. Every part may be missing: some hosts do not send it. */
export type Extras = components['schemas']['Extras'];

/** What changed from complete days to days like them. Only `text` where nothing is compared. */
export type Comparison = NonNullable<Extras['comparison']>;

/** Changes in percent, whether each is more than chance, and both values of those that are said without percent. */
export type Changed = NonNullable<Comparison['parts']>[string];

/** A day on which something happened. */
export type Mark = NonNullable<Extras['marks']>[number];

/** What is known about the variants of a campaign. */
export type Verdict = NonNullable<Extras['verdicts']>[number];

/** A short line for each entry of a list, by its id. */
export type Trends = NonNullable<Extras['trends']>;
