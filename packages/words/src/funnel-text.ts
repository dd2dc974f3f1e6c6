import { numberText, rate } from '@funnel/domain';
import { percentText } from './phrases/formats.ts';
import { withName } from './phrases/names.ts';

/** The steps of a variant; `variation` is empty where there is no other one. */
export interface Funnel {
  variation: string;
  steps: readonly FunnelStep[];
}

export interface FunnelStep {
  position: number;
  name?: string | null | undefined;
  views: number;
}

const MAX_STEPS = 6;
const MAX_VARIANTS = 3;

/**
 * Who goes on from step to step. `unit`: what the views count.
 * @example
 * const steps = [{ position: 1, views: 1_350 }, { position: 2, name: 'Your size', views: 812 }];
 * assert.equal(
 *   funnelText([{ variation: '', steps }], { unit: 'Viewers', hasToday: false }),
 *   'Viewers from step to step, in percent of the step before: 1: 1,350, 2 “Your size”: 812 (60.15 %).',
 * );
 */
export function funnelText(
  funnels: readonly Funnel[],
  { unit, hasToday }: { unit: 'Viewers' | 'Views'; hasToday: boolean },
): string {
  const shown = funnels
    .slice(0, MAX_VARIANTS)
    .map(({ variation, steps }) => `${variation.toUpperCase()} ${stepsText(steps)}`.trimStart());
  const more = funnels.length > shown.length ? ` (and ${funnels.length - shown.length} more)` : '';
  return `${unit} from step to step${hasToday ? ', today included' : ''}, in percent of the step before: ${shown.join('; ')}${more}.`;
}

/** "1: 1,350, 2 “Your size”: 812 (60.15 %), 3: 400 (49.26 %)" */
function stepsText(steps: readonly FunnelStep[]): string {
  const texts = steps.slice(0, MAX_STEPS).map(({ position, name, views }, index) => {
    const before = steps[index - 1]?.views ?? 0;
    const share = before > 0 ? ` (${percentText(rate(views, before))})` : '';
    return `${withName(String(position), name)}: ${numberText(views)}${share}`;
  });
  const more = steps.length > MAX_STEPS ? `, then ${steps.length - MAX_STEPS} more` : '';
  return texts.join(', ') + more;
}
