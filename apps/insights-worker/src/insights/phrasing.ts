import { createPhraser, type ModelEndpoint, openAiCompatibleModel, type Phraser } from '@funnel/insights';
import { Counter, type Logger, type Registry } from '@funnel/service';

/** Creates the phraser with its metrics; undefined without a configured model. */
export function createObservedPhraser(
  endpoint: ModelEndpoint | undefined,
  { logger, registry }: { logger: Logger; registry: Registry },
): Phraser | undefined {
  if (!endpoint) return undefined;
  const outcomes = new Counter({
    name: 'insights_phrasing_total',
    help: 'Responses of the language model by outcome: phrased, refused (failed the checks), unavailable',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return createPhraser({
    model: openAiCompatibleModel(endpoint),
    onOutcome(outcome, reason) {
      outcomes.inc({ outcome });
      if (reason) logger.warn({ outcome, reason }, 'the language model was not used');
    },
  });
}
