import { dayOf, numberText, rate } from '@funnel/domain';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';
import { quoted } from '../output/words.ts';

/** The steps of a variant; `variation` is empty where there is no other one. */
export interface Funnel {
  variation: string;
  steps: readonly FlowStep[];
}

/** A step of a funnel. */
export interface FlowStep {
  position: number;
  name?: string | null | undefined;
  views: number;
}

const MAX_STEPS = 6;
const MAX_VARIANTS = 3;

/** Who goes on from step to step of a funnel. */
export function stepFlow({
  funnels,
  period: { window, countType },
  now,
}: ReportFacts & { funnels: readonly Funnel[] }): Note[] {
  const flows = funnels.filter(({ steps }) => steps.length > 1 && (steps[0]?.views ?? 0) > 0);
  if (flows.length === 0) return [];
  const shown = flows
    .slice(0, MAX_VARIANTS)
    .map(({ variation, steps }) => `${named(variation)}${flowText(steps)}`);
  const more = flows.length > shown.length ? ` (and ${flows.length - shown.length} more)` : '';
  const unit = countType === 'distinct' ? 'Viewers' : 'Views';
  const days = window.end >= dayOf(now) ? ', today included' : '';
  const text = `${unit} from step to step${days}, in percent of the step before: ${shown.join('; ')}${more}.`;
  return [{ code: 'step_flow', text }];
}

function named(variation: string): string {
  return variation === '' ? '' : `${variation.toUpperCase()} `;
}

/** "1: 1,350, 2 “Your size”: 812 (60.15 %), 3: 400 (49.26 %)" */
function flowText(steps: readonly FlowStep[]): string {
  const texts = steps.slice(0, MAX_STEPS).map(({ position, name, views }, index) => {
    const before = steps[index - 1]?.views ?? 0;
    const share = before > 0 ? ` (${numberText(rate(views, before))} %)` : '';
    const called = quoted(name ?? '', '');
    return `${position}${called && ` ${called}`}: ${numberText(views)}${share}`;
  });
  const more = steps.length > MAX_STEPS ? `, then ${steps.length - MAX_STEPS} more` : '';
  return texts.join(', ') + more;
}
