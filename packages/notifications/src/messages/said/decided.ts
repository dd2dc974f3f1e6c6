import { rate } from '@funnel/domain';
import { dashboardPage } from '../links.ts';
import type { DecidedVariant, ExperimentDecided } from '../message.ts';
import { campaignName, capitalized, variantName, variantTitle, websiteName } from '../names.ts';
import type { Formats } from '../reader-formats.ts';
import type { Said, SaidRow, Telling } from './said.ts';

const MAX_ROWS = 8;

/** Words for an experiment that is decided. */
export function sayDecided(message: ExperimentDecided, { formats, links }: Telling): Said {
  const { website, campaign, outcome, variant, others } = message;
  const name = variantName(variant);
  const href = dashboardPage(links, website, campaign);
  const decided = `${capitalized(name)} ${outcome}`;
  return {
    tone: outcome === 'wins' ? 'up' : 'down',
    subject: `${decided}: ${campaignName(campaign)} on ${websiteName(website)}`,
    label: 'Experiment decided',
    about: websiteName(website),
    title: `${decided} in ${campaignName(campaign)}`,
    lead: leadOf(message, formats),
    details: ['This is more than chance, however often you look.'],
    advice:
      outcome === 'wins'
        ? `Show ${name} to everybody, and end the experiment.`
        : `End ${name}: visitors who see it convert less often.`,
    rows: [variant, ...others].slice(0, MAX_ROWS).map((each) => rowOf(each, each === variant, formats)),
    button: href === undefined ? undefined : { text: 'See the experiment', href },
    why: 'You get this because messages about experiments are switched on for you.',
  };
}

function leadOf({ since, variant, others: [best] }: ExperimentDecided, formats: Formats): string {
  const share = rateOf(variant);
  const converted = `Since ${formats.day(since)}, ${formats.percent(share)} of its viewers converted`;
  if (!best) return `${converted}.`;
  const points = Math.round((share - rateOf(best)) * 100) / 100;
  const difference = `${formats.number(Math.abs(points))} points ${points < 0 ? 'less' : 'more'}`;
  return `${converted}: ${difference} than ${variantName(best)}.`;
}

function rowOf(variant: DecidedVariant, isMain: boolean, formats: Formats): SaidRow {
  const { converted, viewers } = variant;
  return {
    name: `Variant ${variantTitle(variant)}`,
    value: formats.percent(rateOf(variant)),
    note: `${formats.number(converted)} of ${formats.number(viewers)}`,
    isMain,
  };
}

function rateOf({ converted, viewers }: DecidedVariant): number {
  return rate(converted, viewers);
}
