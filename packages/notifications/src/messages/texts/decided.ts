import { shareOf } from '@funnel/domain';
import {
  campaignName,
  decisionAdvice,
  letterOf,
  outcomeText,
  shortDecisionText,
  variantTitle,
  websiteName,
} from '@funnel/words';
import { dashboardPage } from '../links.ts';
import type { DecidedVariant, ExperimentDecided } from '../message.ts';
import type { MessageText, TextContext } from './message-text.ts';

const MAX_ROWS = 8;

export function decidedText(message: ExperimentDecided, { formats, links }: TextContext): MessageText {
  const { website, campaign, outcome, since } = message;
  const href = dashboardPage(links, website, campaign);
  const [variant, others] = [comparedVariant(message.variant), message.others.map(comparedVariant)];
  const decision = { outcome, variant, others, since: `since ${formats.day(since)}` };
  const decided = `Variant ${outcomeText({ letter: variant.letter, outcome })}`;
  return {
    tone: outcome === 'wins' ? 'up' : 'down',
    subject: `${decided}: ${campaignName(campaign)} on ${websiteName(website)}`,
    label: 'Experiment decided',
    about: websiteName(website),
    title: `${decided} in ${campaignName(campaign)}`,
    lead: shortDecisionText(decision),
    details: [],
    advice: `${decisionAdvice(decision)}.`,
    rows: [variant, ...others].slice(0, MAX_ROWS).map((each) => ({
      name: `Variant ${variantTitle(each)}`,
      value: formats.percent(each.share.rate),
      note: `${formats.number(each.share.count)} of ${formats.number(each.share.of)}`,
      isMain: each === variant,
    })),
    button: href === undefined ? undefined : { text: 'See the experiment', href },
    why: 'You get this because messages about experiments are switched on for you.',
  };
}

function comparedVariant({ id, letter, name, converted, viewers }: DecidedVariant) {
  return { letter: letterOf({ id, variation: letter }), name, share: shareOf(converted, viewers) };
}
