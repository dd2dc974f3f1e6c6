// Names, numbers and days in sentences.
export { type Formats, plainFormats } from './phrases/formats.ts';
export {
  campaignName,
  capitalized,
  letterOf,
  listText,
  quoted,
  variantTitle,
  websiteName,
} from './phrases/names.ts';
export { countText, numbersOf } from './phrases/numbers.ts';

// One sentence for each fact, wherever it is said.
export {
  breakLine,
  breakSentences,
  breakTitle,
  brokenText,
  recoveryText,
  shortBrokenText,
} from './breaks/break-text.ts';
export { watchedText } from './breaks/watched-text.ts';
export { campaignEventText } from './changes/campaign-event-text.ts';
export { baseText, comparedText, notComparedText } from './changes/compared-days-text.ts';
export { beforeText, changedLine, comparisonText } from './changes/comparison-text.ts';
export { ordersText } from './changes/orders-text.ts';
export * from './changes/rate-change-text.ts';
export * from './changes/sum-change-text.ts';
export { decisionAdvice, outcomeText, shortDecisionText } from './experiments/decision-text.ts';
export type { Earner } from './experiments/revenue-text.ts';
export { splitText } from './experiments/split-text.ts';
export * from './experiments/verdict-text.ts';
export { type Funnel, type FunnelStep, funnelText } from './funnel-text.ts';
export { silenceText } from './silence-text.ts';

// The findings of a week.
export type * from './findings/finding.ts';
export { describeFinding } from './findings/describe-finding.ts';
export { emptyWeekText } from './findings/fact-texts.ts';
