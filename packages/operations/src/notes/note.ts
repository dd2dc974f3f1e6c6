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

export type NoteCode = (typeof NOTE_CODES)[number];

/** A sentence about one answer. */
export interface Note {
  code: NoteCode;
  text: string;
}

export const notesSchema = z
  .array(z.object({ code: z.string(), text: z.string() }))
  .meta({ id: 'Notes', description: 'Only with notes=true: what must be known about this answer.' });
