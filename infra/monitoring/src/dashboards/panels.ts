/** How a value is shown. */
export type Unit = 'requests/s' | 'events/s' | 'seconds' | 'share' | 'count' | 'bytes' | 'cores';

/** A question to Prometheus, and what its series are called. */
interface Query {
  /** `$__rate_interval` is the window of rates, which Grafana chooses. */
  expr: string;
  legend: string;
}

/** One diagram of a dashboard. */
export interface Panel {
  title: string;
  /** What to look for. */
  help: string;
  unit: Unit;
  queries: readonly Query[];
}

const RATE = '[$__rate_interval]';
/** Probes and scrapes are not what people ask for. */
const ASKED = 'route!~"/healthz|/readyz|/metrics"';

/** The rate of a counter. */
export function rate(counter: string, by = ''): string {
  return `sum${by && ` by (${by})`} (rate(${counter}${RATE}))`;
}

/** A quantile of a histogram. */
export function quantile(share: number, histogram: string, labels: string, by = ''): string {
  const groups = ['le', ...(by ? [by] : [])].join(', ');
  return `histogram_quantile(${share}, sum by (${groups}) (rate(${histogram}_bucket{${labels}}${RATE})))`;
}

/** What every service has: requests, admission, database, process. */
export function servicePanels(service: string): Panel[] {
  const own = `service="${service}"`;
  const requests = (more = '') => `http_request_duration_seconds_count{${own},${ASKED}${more}}`;
  return [
    {
      title: 'Requests',
      help: 'Answered requests by route.',
      unit: 'requests/s',
      queries: [{ expr: rate(requests(), 'route'), legend: '{{route}}' }],
    },
    {
      title: 'Duration',
      help: 'How long requests take, the wait for their turn excluded.',
      unit: 'seconds',
      queries: [0.5, 0.95, 0.99].map((share) => ({
        expr: quantile(share, 'http_request_duration_seconds', `${own},${ASKED}`),
        legend: `${share * 100} %`,
      })),
    },
    {
      title: 'Errors',
      help: 'The share of requests answered with 5xx, or given up by the caller.',
      unit: 'share',
      queries: [
        { expr: `${rate(requests(',status=~"5.."'))} / ${rate(requests())}`, legend: '5xx' },
        { expr: `${rate(requests(',status="aborted"'))} / ${rate(requests())}`, legend: 'given up' },
      ],
    },
    {
      title: 'Admission',
      help: 'Requests wait when the work reaches its maximum, and are refused when too many wait.',
      unit: 'count',
      queries: [
        { expr: `sum(requests_in_work{${own}})`, legend: 'in work' },
        { expr: `sum(max_requests_in_work{${own}})`, legend: 'maximum' },
        { expr: `sum(requests_queued{${own}})`, legend: 'waiting' },
        { expr: rate(`requests_refused_total{${own}}`), legend: 'refused/s' },
      ],
    },
    {
      title: 'Database time by statement',
      help: 'Seconds of waiting for the database in each second, by SQL file: the ten largest.',
      unit: 'seconds',
      queries: [
        {
          expr: `topk(10, ${rate(`database_statement_duration_seconds_sum{${own}}`, 'statement')})`,
          legend: '{{statement}}',
        },
      ],
    },
    {
      title: 'Failed statements',
      help: 'By SQL file. Should be empty.',
      unit: 'requests/s',
      queries: [
        { expr: rate(`database_statement_errors_total{${own}}`, 'statement'), legend: '{{statement}}' },
      ],
    },
    {
      title: 'Pool',
      help: 'When transactions reach the maximum, they wait for a connection.',
      unit: 'count',
      queries: [
        { expr: `sum(database_transactions{${own}})`, legend: 'transactions' },
        { expr: `sum(database_pool_connections_max{${own}})`, legend: 'connections, maximum' },
      ],
    },
    {
      title: 'Wait for a connection',
      help: 'Below a few milliseconds unless the pool is too small or the database too slow.',
      unit: 'seconds',
      queries: [{ expr: quantile(0.95, 'database_connection_wait_seconds', own), legend: '95 %' }],
    },
    {
      title: 'No answer from the database',
      help: 'How long PostgreSQL has answered nothing. The service is not ready above ten seconds.',
      unit: 'seconds',
      queries: [{ expr: `max by (instance) (database_unanswered_seconds{${own}})`, legend: '{{instance}}' }],
    },
    {
      title: 'Processor',
      help: 'Near 1 a process has no more to give: add another one.',
      unit: 'cores',
      queries: [{ expr: `rate(process_cpu_seconds_total{${own}}${RATE})`, legend: '{{instance}}' }],
    },
    {
      title: 'Event loop',
      help: 'How long work waits for the processor inside the process.',
      unit: 'seconds',
      queries: [{ expr: `nodejs_eventloop_lag_p99_seconds{${own}}`, legend: '{{instance}}' }],
    },
    {
      title: 'Memory',
      help: 'Should be flat over days.',
      unit: 'bytes',
      queries: [{ expr: `process_resident_memory_bytes{${own}}`, legend: '{{instance}}' }],
    },
  ];
}

/** What services that accept tokens have, too. */
export function resourceServerPanels(service: string): Panel[] {
  const own = `service="${service}"`;
  return [
    {
      title: 'Token checks',
      help: 'By outcome. Unavailable means that the authorization server did not answer. Requests that arrive together share an exchange; nothing is cached.',
      unit: 'requests/s',
      queries: [
        { expr: rate(`token_check_duration_seconds_count{${own}}`, 'outcome'), legend: '{{outcome}}' },
        { expr: rate(`token_check_exchanges_total{${own}}`), legend: 'exchanges' },
      ],
    },
    {
      title: 'Duration of token checks',
      help: 'Part of the duration of every request.',
      unit: 'seconds',
      queries: [
        { expr: quantile(0.5, 'token_check_duration_seconds', own), legend: '50 %' },
        { expr: quantile(0.95, 'token_check_duration_seconds', own), legend: '95 %' },
      ],
    },
    rateLimitPanel(service),
  ];
}

/** What services that limit their callers have. */
export function rateLimitPanel(service: string): Panel {
  const own = `service="${service}"`;
  return {
    title: 'Rate limits',
    help: 'Requests answered with 429, by limit, and requests that passed uncounted because Redis did not answer.',
    unit: 'requests/s',
    queries: [
      { expr: rate(`rate_limited_requests_total{${own}}`, 'kind'), legend: '{{kind}}' },
      { expr: rate(`rate_limit_failures_total{${own}}`), legend: 'uncounted' },
    ],
  };
}

/** What services that read reports have, too. */
export function replicaPanels(service: string): Panel[] {
  const own = `service="${service}"`;
  return [
    {
      title: 'Read replica',
      help: 'How far it is behind. Above the limit, reports are read from the primary. 0 without a replica.',
      unit: 'seconds',
      queries: [
        { expr: `max by (instance) (database_replica_staleness_seconds{${own}})`, legend: '{{instance}}' },
        { expr: `max(database_replica_staleness_max_seconds{${own}})`, legend: 'limit' },
      ],
    },
  ];
}

/** What services that read the data of websites remember of it. */
export function cachePanels(service: string): Panel[] {
  const own = `service="${service}"`;
  return [
    {
      title: 'Memory of caches',
      help: 'Each has a limit of its own. Above it, what was not used for longest is forgotten.',
      unit: 'bytes',
      queries: [{ expr: `max by (cache) (cache_bytes{${own}})`, legend: '{{cache}}' }],
    },
    {
      title: 'Hits of caches',
      help: 'The share of what was looked for and found. A full cache with few hits is too small.',
      unit: 'share',
      queries: [
        {
          expr: `${rate(`cache_lookups_total{${own},result="hit"}`, 'cache')} / ${rate(`cache_lookups_total{${own}}`, 'cache')}`,
          legend: '{{cache}}',
        },
      ],
    },
  ];
}
