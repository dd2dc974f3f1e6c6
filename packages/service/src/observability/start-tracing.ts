import type { ServiceConfig } from '../config/service-config.ts';
import { type Logger, logOnce } from './logger.ts';
import { VERSION } from '../config/version.ts';
import { useTracer } from './spans.ts';

export function isTraced(config: ServiceConfig): boolean {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined && config.OTEL_SDK_DISABLED !== 'true';
}

/** Starts tracing if an address for traces is configured; OpenTelemetry is loaded only then. */
export async function startTracing(
  service: string,
  config: ServiceConfig,
  logger: Logger,
): Promise<{ name: string; close: () => Promise<unknown> }[]> {
  if (!isTraced(config)) return [];
  const { openTelemetry } = await import('./open-telemetry.ts');
  const onError = logOnce(logger, 'traces could not be sent');
  const maxPerSecond = config.OTEL_TRACES_SAMPLER === undefined ? config.TRACES_PER_SECOND : undefined;
  const { tracer, close } = openTelemetry({ service, version: VERSION, maxPerSecond, onError });
  useTracer(tracer);
  return [{ name: 'tracing', close }];
}
