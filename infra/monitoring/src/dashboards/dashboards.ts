import {
  cachePanels,
  type Panel,
  quantile,
  rate,
  rateLimitPanel,
  replicaPanels,
  resourceServerPanels,
  servicePanels,
} from './panels.ts';

/** A page of diagrams. */
export interface Dashboard {
  /** The name of its file, and its address in Grafana. */
  id: string;
  title: string;
  panels: readonly Panel[];
}

const REPORTS =
  'http_request_duration_seconds_count{service="rest-api",route=~"/api/v1/reports.*",status="200"}';

const toolPanels: Panel[] = [
  {
    title: 'Tool calls',
    help: 'Calls by tool.',
    unit: 'requests/s',
    queries: [{ expr: rate('tool_calls_total', 'tool'), legend: '{{tool}}' }],
  },
  {
    title: 'Outcome of tool calls',
    help: 'Refused calls have wrong arguments or reached a limit. Failed ones are our fault.',
    unit: 'requests/s',
    queries: [{ expr: rate('tool_calls_total', 'outcome'), legend: '{{outcome}}' }],
  },
  {
    title: 'Clients',
    help: 'Calls by OAuth client: the first 20 of each process have their own name.',
    unit: 'requests/s',
    queries: [{ expr: rate('tool_calls_total', 'client'), legend: '{{client}}' }],
  },
  {
    title: 'Duration of tool calls',
    help: '95 % of the calls of a tool are faster.',
    unit: 'seconds',
    queries: [{ expr: quantile(0.95, 'tool_call_duration_seconds', '', 'tool'), legend: '{{tool}}' }],
  },
];

const DASHBOARD_REQUESTS = (route: string) =>
  `http_request_duration_seconds_count{service="dashboard",route="${route}"}`;

const pagesPanels: Panel[] = [
  {
    title: 'Questions',
    help: 'What the pages ask the REST API, by status. 401: a session has ended. 503: the REST API or the authorization server does not answer.',
    unit: 'requests/s',
    queries: [{ expr: rate(DASHBOARD_REQUESTS('/data/*question'), 'status'), legend: '{{status}}' }],
  },
  {
    title: 'Duration of questions',
    help: 'The answer of the REST API included. Compare it with the duration there.',
    unit: 'seconds',
    queries: [0.5, 0.95].map((share) => ({
      expr: quantile(share, 'http_request_duration_seconds', 'service="dashboard",route="/data/*question"'),
      legend: `${share * 100} %`,
    })),
  },
  {
    title: 'Sign-ins',
    help: 'People who come back from the authorization server, by status. 303: signed in. 503: it does not answer, or refuses the secret of the dashboard.',
    unit: 'requests/s',
    queries: [{ expr: rate(DASHBOARD_REQUESTS('/sign-in/callback'), 'status'), legend: '{{status}}' }],
  },
];

const intakePanels: Panel[] = [
  {
    title: 'Events',
    help: 'By outcome. Repeated ones were recorded before and count once.',
    unit: 'events/s',
    queries: [{ expr: rate('events_total', 'outcome'), legend: '{{outcome}}' }],
  },
];

const backlogPanels: Panel[] = [
  {
    title: 'Pending events',
    help: 'Events that are not in the totals yet. Reports include them, but get slower if there are many.',
    unit: 'count',
    queries: [{ expr: 'max(pending_events)', legend: 'pending' }],
  },
  {
    title: 'Oldest pending event',
    help: 'About a minute. The worker is not ready above ten.',
    unit: 'seconds',
    queries: [{ expr: 'max(pending_events_oldest_seconds)', legend: 'age' }],
  },
];

const snapshotPanel: Panel = {
  title: 'Weekly snapshots',
  help: 'Due on Mondays at 03:00 UTC, late after six hours.',
  unit: 'count',
  queries: [
    { expr: 'max(insights_snapshots_due)', legend: 'due' },
    { expr: 'max(insights_snapshots_late)', legend: 'late' },
  ],
};

const messagePanels: Panel[] = [
  {
    title: 'Messages due',
    help: 'Messages to people and programs that nobody has tried to send yet. Those that wait for quiet hours or for their next attempt are not due.',
    unit: 'count',
    queries: [{ expr: 'max(notifications_due)', legend: 'due' }],
  },
  {
    title: 'Oldest message due',
    help: 'Some seconds.',
    unit: 'seconds',
    queries: [{ expr: 'max(notifications_oldest_due_seconds)', legend: 'age' }],
  },
  {
    title: 'Attempts to send',
    help: 'By kind of channel and outcome. Held: there is no mail server.',
    unit: 'events/s',
    queries: [{ expr: rate('notification_attempts_total', 'kind, outcome'), legend: '{{kind}} {{outcome}}' }],
  },
  {
    title: 'Channels',
    help: 'Channels that are told something, and those where the last message did not arrive.',
    unit: 'count',
    queries: [
      { expr: 'max(notification_channels)', legend: 'channels' },
      { expr: 'max(notification_channels_failing)', legend: 'failing' },
    ],
  },
  {
    title: 'Last look at all websites',
    help: 'How long ago one was complete, beside how often there should be one.',
    unit: 'seconds',
    queries: [
      { expr: 'time() - max(notifications_watched_timestamp_seconds)', legend: 'last look' },
      { expr: 'max(notifications_watch_interval_seconds)', legend: 'interval' },
    ],
  },
  {
    title: 'Episodes',
    help: 'Breaks that began or ended, and what could not be watched, prepared or noted.',
    unit: 'events/s',
    queries: [
      { expr: rate('notification_episodes_total', 'change'), legend: '{{change}}' },
      { expr: rate('notification_failures_total'), legend: 'failures' },
    ],
  },
];

const workerPanels: Panel[] = [
  ...backlogPanels,
  {
    title: 'Folding',
    help: 'Events that were added to the totals, and rounds that failed.',
    unit: 'events/s',
    queries: [
      { expr: rate('folded_events_total'), legend: 'folded' },
      { expr: rate('fold_failures_total'), legend: 'failed rounds' },
    ],
  },
  {
    title: 'Websites set aside',
    help: 'Their events cannot be folded, and are tried again later. The log says why.',
    unit: 'count',
    queries: [{ expr: 'max(fold_websites_set_aside)', legend: 'websites' }],
  },
  {
    title: 'Duration of folding',
    help: '95 % of the rounds are faster.',
    unit: 'seconds',
    queries: [{ expr: quantile(0.95, 'fold_duration_seconds', ''), legend: '95 %' }],
  },
  {
    title: 'Jobs',
    help: 'Finished jobs by name and outcome. Heartbeats show that a worker takes jobs.',
    unit: 'requests/s',
    queries: [{ expr: rate('job_duration_seconds_count', 'name, outcome'), legend: '{{name}} {{outcome}}' }],
  },
  {
    title: 'Queue',
    help: 'Jobs by state.',
    unit: 'count',
    queries: [{ expr: 'max by (state) (queue_jobs)', legend: '{{state}}' }],
  },
  snapshotPanel,
  {
    title: 'Written snapshots',
    help: 'By outcome: kept means that it was there already.',
    unit: 'requests/s',
    queries: [{ expr: rate('insights_snapshots_total', 'outcome'), legend: '{{outcome}}' }],
  },
];

const business: Panel[] = [
  {
    title: 'Events in',
    help: 'Recorded, repeated and refused events.',
    unit: 'events/s',
    queries: [{ expr: rate('events_total', 'outcome'), legend: '{{outcome}}' }],
  },
  {
    title: 'Reports out',
    help: 'Answered reports: over the REST API, and to assistants over the tool server.',
    unit: 'requests/s',
    queries: [
      { expr: rate(REPORTS), legend: 'REST API' },
      { expr: rate('tool_calls_total{outcome="answered"}'), legend: 'assistants' },
    ],
  },
  {
    title: 'Age of the newest data',
    help: 'How long ago the last event of any website was recorded.',
    unit: 'seconds',
    queries: [{ expr: 'time() - max(newest_event_recorded_timestamp_seconds)', legend: 'newest event' }],
  },
  {
    title: 'Reports by name',
    help: 'What people ask for over the REST API.',
    unit: 'requests/s',
    queries: [{ expr: rate(REPORTS, 'route'), legend: '{{route}}' }],
  },
  {
    title: 'Tools by name',
    help: 'What assistants ask for.',
    unit: 'requests/s',
    queries: [{ expr: rate('tool_calls_total{outcome="answered"}', 'tool'), legend: '{{tool}}' }],
  },
  ...backlogPanels,
  snapshotPanel,
];

/** One dashboard for each service, and one for the business. */
export const DASHBOARDS: readonly Dashboard[] = [
  { id: 'funnel-business', title: 'Funnel: events in, reports out', panels: business },
  {
    id: 'funnel-rest-api',
    title: 'Funnel: REST API',
    panels: [
      ...servicePanels('rest-api'),
      ...cachePanels('rest-api'),
      ...replicaPanels('rest-api'),
      ...resourceServerPanels('rest-api'),
    ],
  },
  {
    id: 'funnel-mcp-server',
    title: 'Funnel: tool server',
    panels: [
      ...toolPanels,
      ...servicePanels('mcp-server'),
      ...cachePanels('mcp-server'),
      ...replicaPanels('mcp-server'),
      ...resourceServerPanels('mcp-server'),
    ],
  },
  {
    id: 'funnel-authorization-server',
    title: 'Funnel: authorization server',
    panels: servicePanels('authorization-server'),
  },
  {
    id: 'funnel-insights-worker',
    title: 'Funnel: worker',
    panels: [
      ...workerPanels,
      ...messagePanels,
      ...servicePanels('insights-worker'),
      ...cachePanels('insights-worker'),
    ],
  },
  {
    id: 'funnel-event-intake',
    title: 'Funnel: event intake',
    panels: [
      ...intakePanels,
      ...servicePanels('event-intake'),
      ...cachePanels('event-intake'),
      ...resourceServerPanels('event-intake'),
    ],
  },
  {
    id: 'funnel-dashboard',
    title: 'Funnel: pages for people',
    panels: [...pagesPanels, ...servicePanels('dashboard'), rateLimitPanel('dashboard')],
  },
];
