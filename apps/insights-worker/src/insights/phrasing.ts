import { createPhraser, type ModelEndpoint, openAiCompatibleModel, type Phraser } from '@funnel/insights';
import { Counter, type Logger, type Registry } from '@funnel/service';

/** Nothing without a configured model: the program's own texts stand then. */
export function observedPhraser(
  endpoint: ModelEndpoint | undefined,
  { logger, registry }: { logger: Logger; registry: Registry },
): Phraser | undefined {
  if (!endpoint) return undefined;
  const outcomes = new Counter({
    name: 'insights_phrasing_total',
    help: 'Answers of the language model: phrased, refused (they did not hold), unavailable',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return createPhraser({
    model: openAiCompatibleModel(endpoint),
    onOutcome(outcome, reason) {
      outcomes.inc({ outcome });
      if (reason) logger.warn({ outcome, reason }, "the program's own texts are used");
    },
  });
}
