import { dayOf } from '@funnel/domain';
import { type Funnel, funnelText } from '@funnel/words';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';

/** Who goes on from step to step of a funnel. */
export function stepFlow({
  funnels,
  period: { window, countType },
  now,
}: ReportFacts & { funnels: readonly Funnel[] }): Note[] {
  const flows = funnels.filter(({ steps }) => steps.length > 1 && (steps[0]?.views ?? 0) > 0);
  if (flows.length === 0) return [];
  const unit = countType === 'distinct' ? 'Viewers' : 'Views';
  return [{ code: 'step_flow', text: funnelText(flows, { unit, hasToday: window.end >= dayOf(now) }) }];
}
