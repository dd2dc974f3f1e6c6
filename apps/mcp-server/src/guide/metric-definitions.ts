import { METRIC_DICTIONARY } from '@funnel/domain';

/** A resource as it is listed. */
export const METRIC_DEFINITIONS = {
  uri: 'metrics://definitions',
  name: 'metric_definitions',
  title: 'Metric definitions',
  description: 'What each metric counts, its unit, its numerator and denominator.',
  mimeType: 'application/json',
};

export const METRIC_DEFINITIONS_TEXT = JSON.stringify(Object.values(METRIC_DICTIONARY));
