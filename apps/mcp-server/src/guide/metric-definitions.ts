import { METRIC_DICTIONARY } from '@funnel/domain';

export const METRIC_DEFINITIONS = {
  uri: 'metrics://definitions',
  name: 'metric_definitions',
  title: 'Metric definitions',
  description: 'What each metric counts, with its unit, numerator and denominator.',
  mimeType: 'application/json',
};

export const METRIC_DEFINITIONS_TEXT = JSON.stringify(Object.values(METRIC_DICTIONARY));
