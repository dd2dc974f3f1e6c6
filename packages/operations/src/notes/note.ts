import type { WebsiteFacts } from '@funnel/db';
import type { CampaignState, ExperimentLife, ListedBreak } from '@funnel/metrics';
import type { CampaignEvent } from '../extras/campaign-event.ts';
import type { Extras } from '../extras/extras.ts';
import type { CompareWith } from '@funnel/domain';
import type { Comparison } from '../comparison/comparison.ts';
import type { Below } from './below.ts';
import type { ChangeParts } from './change-parts.ts';
import type { RateParts } from './rate-parts.ts';
import type { ReportBody } from './report-body.ts';
import type { FlowStep } from './step-flow.ts';
import { z } from 'zod';

/** Every note, the most important first: what does not fit is left out from the end. See docs/reference/notes.md. */
export const NOTE_CODES = [
  // Something must be done.
  'broken',
  // The answer may not be the one that was meant.
  'next_step',
  'empty_list',
  'unknown_parameter',
  'unused_parameter',
  'future_window',
  // Which changes mean anything: a number without it may be wrong.
  'comparison',
  // What they mean.
  'other_experiments',
  'split_mismatch',
  'variant_wins',
  'variant_loses',
  'variant_earns_most',
  'variants_mixed',
  'variants_no_difference',
  'variants_undecided',
  'experiment_ended',
  'variants_too_few',
  'conversion_rate_change',
  'revenue_change',
  'orders_change',
  'conversions_change',
  'no_verdict',
  // They are not the sums that they seem to be.
  'mixed_currencies',
  // Which days they are about.
  'running_bucket',
  'clipped_bucket',
  // What they cover.
  'running_window',
  'more_entries',
  'all_time_start',
  'insights_week',
  // What they are.
  'null_product',
  'null_answer',
  // More of what they mean.
  'step_flow',
  'below',
  // How to read them.
  'about',
  'watched',
] as const;

/** One of `NOTE_CODES`. */
export type NoteCode = (typeof NOTE_CODES)[number];

/** A sentence about one answer. */
export interface Note {
  code: NoteCode;
  text: string;
}

/** The notes of a response. */
export const notesSchema = z
  .array(z.object({ code: z.string(), text: z.string() }))
  .meta({ id: 'Notes', description: 'Only with notes=true: what must be known about this answer.' });

/** What notes and extras are made from. */
export interface Answered {
  body: ReportBody;
  /** The parsed parameters. */
  input: Readonly<Record<string, unknown>>;
  websites: readonly WebsiteFacts[];
  now: Date;
  background: Background;
  names?: SubjectNames | undefined;
  /** What the caller chose to compare with. */
  compareWith?: CompareWith | undefined;
}

/** Names that the body does not show, by id. */
export interface SubjectNames {
  steps: Readonly<Record<string, string>>;
  elements: Readonly<Record<string, string>>;
}

/** What notes and extras need to know beyond the body. */
export interface Background {
  /** What changed from days to days like them. */
  comparison?: Comparison | undefined;
  /** What a change comes from: of the same days. */
  changes?: ChangeParts | undefined;
  /** What a changed conversion rate is made of. */
  rates?: RateParts | undefined;
  /** The steps of the variants of a campaign. */
  funnels?: readonly { variation: string; steps: readonly FlowStep[] }[];
  /** What is below the only variant or step. */
  below?: Below | undefined;
  /** The broken campaigns of a website. */
  breaks?: readonly ListedBreak[] | undefined;
  /** Whether a campaign is broken. */
  state?: CampaignState | undefined;
  /** How each experiment went since it began, by the id of its first variant with traffic. */
  lives?: ReadonlyMap<number, ExperimentLife>;
  /** Whether the list ends before its last entry. */
  hasMore?: boolean;
  /** Campaigns that began, ended or changed their split; for extras alone. */
  events?: readonly CampaignEvent[] | undefined;
  /** A short line for each entry of a list; for extras alone. */
  trends?: Extras['trends'];
  /** What a variant, step or element belongs to; for extras alone. */
  above?: Extras['above'];
  /** What has arrived of each website; for extras alone. */
  activity?: Extras['activity'];
}
