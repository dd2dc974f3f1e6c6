import { dayOf, numberText, rate } from '@funnel/domain';
import type { Answered, Note } from './note.ts';
import { isDistinct, windowOf } from './report-body.ts';
import { quoted } from './words.ts';

/** A step of a funnel. */
export interface FlowStep {
  position: number;
  name?: string | null | undefined;
  views: number;
}

const MAX_STEPS = 6;
const MAX_VARIANTS = 3;

/** Who goes on from step to step of a funnel. */
export function stepFlow({ body, input, background, names, now }: Answered): Note[] {
  const own = body.data?.funnel_steps?.map(({ id, position, metrics: { views } }) => ({
    position,
    name: names?.steps[id],
    views,
  }));
  const funnels = own ? [{ variation: '', steps: own }] : (background.funnels ?? []);
  const flows = funnels.filter(({ steps }) => steps.length > 1 && (steps[0]?.views ?? 0) > 0);
  if (flows.length === 0) return [];
  const shown = flows
    .slice(0, MAX_VARIANTS)
    .map(({ variation, steps }) => `${named(variation)}${flowText(steps)}`);
  const more = flows.length > shown.length ? ` (and ${flows.length - shown.length} more)` : '';
  const unit = isDistinct(body, input) ? 'Viewers' : 'Views';
  const { end = 0 } = windowOf(body) ?? {};
  const days = end >= dayOf(now) ? ', today included' : '';
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
