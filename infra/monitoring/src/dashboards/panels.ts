/** How a value is shown. */
export type Unit = 'requests/s' | 'events/s' | 'seconds' | 'share' | 'count' | 'bytes' | 'cores';

/** A question to Prometheus, and what its series are called. `$__rate_interval` is the window of rates, which Grafana chooses. */
type Query = readonly [expr: string, legend: string];

/** One diagram of a dashboard. */
export interface Panel {
  title: string;
  /** What to look for. */
  help: string;
  unit: Unit;
  queries: readonly Query[];
}

/** A diagram. */
export function panel(title: string, unit: Unit, help: string, queries: readonly Query[]): Panel {
  return { title, unit, help, queries };
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

/** Shares of a histogram, such as the median. */
export function quantiles(shares: readonly number[], histogram: string, labels: string): Query[] {
  return shares.map((share) => [quantile(share, histogram, labels), `${share * 100} %`]);
}

/** What every service has: requests, admission, database, process. */
export function servicePanels(service: string): Panel[] {
  const own = `service="${service}"`;
  const requests = (more = '') => `http_request_duration_seconds_count{${own},${ASKED}${more}}`;
  return [
    panel('Requests', 'requests/s', 'Answered requests by route.', [
      [rate(requests(), 'route'), '{{route}}'],
    ]),
    panel(
      'Duration',
      'seconds',
      'How long requests take, the wait for their turn excluded.',
      quantiles([0.5, 0.95, 0.99], 'http_request_duration_seconds', `${own},${ASKED}`),
    ),
    panel('Errors', 'share', 'The share of requests answered with 5xx, or given up by the caller.', [
      [`${rate(requests(',status=~"5.."'))} / ${rate(requests())}`, '5xx'],
      [`${rate(requests(',status="aborted"'))} / ${rate(requests())}`, 'given up'],
    ]),
    panel(
      'Admission',
      'count',
      'Requests wait when the work reaches its maximum, and are refused when too many wait.',
      [
        [`sum(requests_in_work{${own}})`, 'in work'],
        [`sum(max_requests_in_work{${own}})`, 'maximum'],
        [`sum(requests_queued{${own}})`, 'waiting'],
        [rate(`requests_refused_total{${own}}`), 'refused/s'],
      ],
    ),
    panel(
      'Database time by statement',
      'seconds',
      'Seconds of waiting for the database in each second, by SQL file: the ten largest.',
      [
        [
          `topk(10, ${rate(`database_statement_duration_seconds_sum{${own}}`, 'statement')})`,
          '{{statement}}',
        ],
      ],
    ),
    panel('Failed statements', 'requests/s', 'By SQL file. Should be empty.', [
      [rate(`database_statement_errors_total{${own}}`, 'statement'), '{{statement}}'],
    ]),
    panel('Pool', 'count', 'When transactions reach the maximum, they wait for a connection.', [
      [`sum(database_transactions{${own}})`, 'transactions'],
      [`sum(database_pool_connections_max{${own}})`, 'connections, maximum'],
    ]),
    panel(
      'Wait for a connection',
      'seconds',
      'Below a few milliseconds unless the pool is too small or the database too slow.',
      [[quantile(0.95, 'database_connection_wait_seconds', own), '95 %']],
    ),
    panel(
      'No answer from the database',
      'seconds',
      'How long PostgreSQL has answered nothing. The service is not ready above ten seconds.',
      [[`max by (instance) (database_unanswered_seconds{${own}})`, '{{instance}}']],
    ),
    panel('Processor', 'cores', 'Near 1 a process has no more to give: add another one.', [
      [`rate(process_cpu_seconds_total{${own}}${RATE})`, '{{instance}}'],
    ]),
    panel('Event loop', 'seconds', 'How long work waits for the processor inside the process.', [
      [`nodejs_eventloop_lag_p99_seconds{${own}}`, '{{instance}}'],
    ]),
    panel('Memory', 'bytes', 'Should be flat over days.', [
      [`process_resident_memory_bytes{${own}}`, '{{instance}}'],
    ]),
  ];
}

/** What services that accept tokens have, too. */
export function resourceServerPanels(service: string): Panel[] {
  const own = `service="${service}"`;
  return [
    panel(
      'Token checks',
      'requests/s',
      'By outcome. Unavailable means that the authorization server did not answer. Requests that arrive together share an exchange; nothing is cached.',
      [
        [rate(`token_check_duration_seconds_count{${own}}`, 'outcome'), '{{outcome}}'],
        [rate(`token_check_exchanges_total{${own}}`), 'exchanges'],
      ],
    ),
    panel('Duration of token checks', 'seconds', 'Part of the duration of every request.', [
      [quantile(0.5, 'token_check_duration_seconds', own), '50 %'],
      [quantile(0.95, 'token_check_duration_seconds', own), '95 %'],
    ]),
    rateLimitPanel(service),
  ];
}

/** What services that limit their callers have. */
export function rateLimitPanel(service: string): Panel {
  const own = `service="${service}"`;
  return panel(
    'Rate limits',
    'requests/s',
    'Requests answered with 429, by limit, and requests that passed uncounted because Redis did not answer.',
    [
      [rate(`rate_limited_requests_total{${own}}`, 'kind'), '{{kind}}'],
      [rate(`rate_limit_failures_total{${own}}`), 'uncounted'],
    ],
  );
}

/** What services that read reports have, too. */
export function replicaPanels(service: string): Panel[] {
  const own = `service="${service}"`;
  return [
    panel(
      'Read replica',
      'seconds',
      'How far it is behind. Above the limit, reports are read from the primary. 0 without a replica.',
      [
        [`max by (instance) (database_replica_staleness_seconds{${own}})`, '{{instance}}'],
        [`max(database_replica_staleness_max_seconds{${own}})`, 'limit'],
      ],
    ),
  ];
}

/** What services that read the data of websites remember of it. */
export function cachePanels(service: string): Panel[] {
  const own = `service="${service}"`;
  return [
    panel(
      'Memory of caches',
      'bytes',
      'Each has a limit of its own. Above it, what was not used for longest is forgotten.',
      [[`max by (cache) (cache_bytes{${own}})`, '{{cache}}']],
    ),
    panel(
      'Hits of caches',
      'share',
      'The share of what was looked for and found. A full cache with few hits is too small.',
      [
        [
          `${rate(`cache_lookups_total{${own},result="hit"}`, 'cache')} / ${rate(`cache_lookups_total{${own}}`, 'cache')}`,
          '{{cache}}',
        ],
      ],
    ),
  ];
}
