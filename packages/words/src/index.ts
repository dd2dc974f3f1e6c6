// What is said of a break, a comparison and a verdict, in every room alike.
export { brokenText, fewText, stoppedTooTexts, viewersText, whatToCheck } from './break-text.ts';
export { baseText, comparedText, notComparedText, windowText } from './compared-text.ts';
export { outlookText, settledText } from './outlook-text.ts';

// The findings of a week.
export type {
  BestConversionRate,
  BestRevenuePerView,
  CampaignBroke,
  ConversionRateChange,
  ConversionsWithoutCompletions,
  Earnings,
  Fact,
  Finding,
  FindingKind,
  Gain,
  Named,
  NamedStep,
  NamedVariant,
  NextStepMissed,
  StepDropOff,
  TrafficWithoutConversions,
  VariantLoses,
  VariantWins,
  VariantsUndecided,
  ViewsChange,
  WebsiteSummary,
  WeekRevenue,
} from './findings/finding.ts';
export { describeFinding } from './findings/describe-finding.ts';
export { emptyWeekText } from './findings/fact-texts.ts';
export { numbersOf } from './findings/phrases.ts';
