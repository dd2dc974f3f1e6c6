import type { ServerResponse } from 'node:http';
import { Histogram, type Registry } from 'prom-client';
import type { Handler, Next } from './handler.ts';
import { knownMethod, routeOf } from './route.ts';

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures requests by method, route and status. The route is a pattern, because ids must not become labels. */
export function requestMetrics(registry: Registry): Handler {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  return (req, res, next) => {
    const stopTimer = duration.startTimer();
    res.once('close', () => {
      const status = res.writableFinished ? String(res.statusCode) : 'aborted';
      stopTimer({ method: knownMethod(req.method), route: routeOf(req), status });
    });
    next();
  };
}

/** `/metrics`: the registry in Prometheus format. */
export function metricsEndpoint(registry: Registry): Handler {
  async function answer(res: ServerResponse, next: Next): Promise<void> {
    try {
      const text = await registry.metrics();
      res.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
    } catch (error) {
      next(error);
    }
  }
  return (_req, res, next) => void answer(res, next);
}
