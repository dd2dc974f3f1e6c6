// Words: what the service counts and what a caller may ask for.
export * from './vocabulary.ts';

// Ids.
export { isId, MAX_ID, parseId, trustedWebsiteId, type WebsiteId } from './ids.ts';

// Days and calendar buckets.
export { type Day, dayOf, formatDay, parseDay } from './calendar/day.ts';
export { bucketEnd, bucketStart, type Grain, GRAINS } from './calendar/grain.ts';
export { dayEndTimestamp, dayStartTimestamp, recordTimestamp } from './calendar/timestamps.ts';

// The days that a report covers, and the buckets to read for them.
export { parseCustomRange } from './window/custom-range.ts';
export { type Period, type RecordedFacts, resolvePeriod, type TimeframeSelection } from './window/period.ts';
export { timeframeLabel, TIMEFRAMES } from './window/timeframe.ts';
export { type TimeframeBlock, timeframeBlock } from './window/timeframe-block.ts';
export { previousWindow, type Window } from './window/window.ts';
export { countedSubject } from './counted-subject.ts';
export { type Bucket, coverWindow, recordedCover } from './cover/cover-window.ts';
export {
  MAX_SERIES_POINTS,
  MAX_WEBSITE_SERIES_DAYS,
  type SeriesLimits,
} from './series/assert-series-fits.ts';
export { seriesBuckets } from './series/series-buckets.ts';
export { TREND_GRAINS, trendSeries } from './series/trend-series.ts';

// What may be compared with what, and which changes are beyond chance.
export * from './comparison/compared-days.ts';
export * from './comparison/fair-change.ts';
export { isOfFewOrders } from './comparison/few-orders.ts';
export { expectedRatio, hasOtherWeekdays } from './comparison/weekday-rhythm.ts';

// Distinct visitors.
export { STANDARD_ERROR, standardErrorOf, unionUpperBound } from './sketch/estimate.ts';
export { estimateUnion } from './sketch/sketch-union.ts';
export { DamagedSketchError } from './sketch/frame.ts';
export { encodeSorted } from './sketch/encode-sorted.ts';
export { Sketch } from './sketch/sketch.ts';
export { visitorKey } from './sketch/visitor-key.ts';
export * from './sketch/visitor-secrets.ts';

// From counts to metrics.
export * from './metrics/counts.ts';
export { keptChoice } from './metrics/choice-cap.ts';
export { centsToNumeric, divideRounded, moneyToNumber, parseMoneyCents } from './metrics/decimals.ts';
export { METRIC_DICTIONARY } from './metrics/metric-dictionary.ts';
export * from './metrics/metrics.ts';
export { aov, change, percentText, rate } from './metrics/ratios.ts';

// Which differences are beyond chance.
export { viewersNeeded } from './statistics/always-valid.ts';
export {
  BREAK_DAYS,
  type Break,
  findBreak,
  findSilence,
  viewersUntilNoticed,
} from './statistics/breaks.ts';
export * from './statistics/campaign-break.ts';
export { checkSplit } from './statistics/check-split.ts';
export {
  differenceInterval,
  isComparable,
  zOfDifference,
} from './statistics/compare-shares.ts';
export * from './statistics/compare-revenue.ts';
export {
  compareRevenue,
  compareVariants,
  type Comparison,
  type SettledPair,
} from './statistics/compare-variants.ts';
export { openRivals, type Outlook, outlookOf, pointsApart, type Time } from './statistics/outlook.ts';
export { boundsOf, proportionOf, type Share, shareOf, sumShares } from './statistics/share.ts';
export { FAMILY_ALPHA, MIN_VIEWS, significantOf, twoSidedP } from './statistics/significance.ts';

// Errors that reach a caller.
export { type ErrorCode, ERRORS } from './errors/error-table.ts';
export { toProblem } from './errors/problem.ts';
export { ServiceError } from './errors/service-error.ts';

// JSON that a caller has sent.
export { type JsonSize, measureJson } from './json/measure-json.ts';
export { jsonIn, jsonTooDeep, MAX_JSON_DEPTH, parseJson, requireShallowJson } from './json/parse-json.ts';

// Parts of sentences.
export { dateText, daysText } from './texts/date-text.ts';
export { numberText } from './texts/number-text.ts';
export { isEmail, mailAddress, mailDomain, MAX_EMAIL_LENGTH, plainPhone } from './texts/addresses.ts';
export { embedOrigin, isEmbedOrigin, MAX_EMBED_ORIGINS } from './texts/origins.ts';
export { plainName } from './texts/plain-name.ts';
export { isPrinted, onlyPrinted } from './texts/printable.ts';
export { pathText, problemText, validationWords } from './texts/validation-words.ts';

// Helpers.
export { groupBy } from './group-by.ts';
export { isAbsent } from './is-absent.ts';
export { Combiner } from './combiner.ts';
export { Turns } from './turns.ts';
export { formatUuid, readUuid, UUID_BYTES } from './uuid.ts';
