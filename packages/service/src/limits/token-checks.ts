import { ServiceError } from '@funnel/domain';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { AdmissionOptions, Caller } from './admit.ts';
import { inSpan, traceHeaders } from '../observability/spans.ts';

type Authenticator<Principal extends Caller> = AdmissionOptions<Principal>['authenticator'];

/** What an authenticator reports and passes on. */
interface Watch {
  /** Called for each exchange with the authorization server. Requests that arrive together share one. */
  onExchange: () => void;
  traceHeaders: typeof traceHeaders;
}

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5];

/** Creates an authenticator that counts its checks by outcome, and gives each a span. */
export function observedAuthenticator<Principal extends Caller>(
  registry: Registry,
  create: (watch: Watch) => Authenticator<Principal>,
): Authenticator<Principal> {
  const registers = [registry];
  const duration = new Histogram({
    name: 'token_check_duration_seconds',
    help: 'Time to check the credential of a request, by outcome: accepted, refused, unavailable',
    labelNames: ['outcome'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const exchanges = new Counter({
    name: 'token_check_exchanges_total',
    help: 'Exchanges with the authorization server; requests that arrive together share one, nothing is cached',
    registers,
  });
  const authenticator = create({ onExchange: () => exchanges.inc(), traceHeaders });

  return {
    async authenticate(header, network) {
      const stopTimer = duration.startTimer();
      try {
        const principal = await inSpan('token check', {}, () => authenticator.authenticate(header, network));
        stopTimer({ outcome: 'accepted' });
        return principal;
      } catch (error) {
        const isRefused = error instanceof ServiceError && error.status < 500;
        stopTimer({ outcome: isRefused ? 'refused' : 'unavailable' });
        throw error;
      }
    },
  };
}
