import { METRIC_DICTIONARY } from '@funnel/domain';

/** The resource as it is listed. */
export const METRIC_DEFINITIONS = {
  uri: 'metrics://definitions',
  name: 'metric_definitions',
  title: 'Metric definitions',
  description: 'What each metric counts, with its unit, numerator and denominator.',
  mimeType: 'application/json',
};

/** The content of the resource. */
export const METRIC_DEFINITIONS_TEXT = JSON.stringify(Object.values(METRIC_DICTIONARY));
