import {
  cachePanels,
  panel,
  type Panel,
  quantile,
  quantiles,
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
  panel('Tool calls', 'requests/s', 'Calls by tool.', [[rate('tool_calls_total', 'tool'), '{{tool}}']]),
  panel(
    'Outcome of tool calls',
    'requests/s',
    'Refused calls have wrong arguments or reached a limit. Failed ones are our fault.',
    [[rate('tool_calls_total', 'outcome'), '{{outcome}}']],
  ),
  panel('Clients', 'requests/s', 'Calls by OAuth client: the first 20 of each process have their own name.', [
    [rate('tool_calls_total', 'client'), '{{client}}'],
  ]),
  panel('Duration of tool calls', 'seconds', '95 % of the calls of a tool are faster.', [
    [quantile(0.95, 'tool_call_duration_seconds', '', 'tool'), '{{tool}}'],
  ]),
];

const DASHBOARD_REQUESTS = (route: string) =>
  `http_request_duration_seconds_count{service="dashboard",route="${route}"}`;

const pagesPanels: Panel[] = [
  panel(
    'Questions',
    'requests/s',
    'What the pages ask the REST API, by status. 401: a session has ended. 503: the REST API or the authorization server does not answer.',
    [[rate(DASHBOARD_REQUESTS('/data/*question'), 'status'), '{{status}}']],
  ),
  panel(
    'Duration of questions',
    'seconds',
    'The answer of the REST API included. Compare it with the duration there.',
    quantiles([0.5, 0.95], 'http_request_duration_seconds', 'service="dashboard",route="/data/*question"'),
  ),
  panel(
    'Sign-ins',
    'requests/s',
    'People who come back from the authorization server, by status. 303: signed in. 503: it does not answer, or refuses the secret of the dashboard.',
    [[rate(DASHBOARD_REQUESTS('/sign-in/callback'), 'status'), '{{status}}']],
  ),
];

const intakePanels: Panel[] = [
  panel('Events', 'events/s', 'By outcome. Repeated ones were recorded before and count once.', [
    [rate('events_total', 'outcome'), '{{outcome}}'],
  ]),
];

const backlogPanels: Panel[] = [
  panel(
    'Pending events',
    'count',
    'Events that are not in the totals yet. Reports include them, but get slower if there are many.',
    [['max(pending_events)', 'pending']],
  ),
  panel('Oldest pending event', 'seconds', 'About a minute. The worker is not ready above ten.', [
    ['max(pending_events_oldest_seconds)', 'age'],
  ]),
];

const snapshotPanel: Panel = panel(
  'Weekly snapshots',
  'count',
  'Due on Mondays at 03:00 UTC, late after six hours.',
  [
    ['max(insights_snapshots_due)', 'due'],
    ['max(insights_snapshots_late)', 'late'],
  ],
);

const messagePanels: Panel[] = [
  panel(
    'Messages due',
    'count',
    'Messages to people and programs that nobody has tried to send yet. Those that wait for quiet hours or for their next attempt are not due.',
    [['max(notifications_due)', 'due']],
  ),
  panel('Oldest message due', 'seconds', 'Some seconds.', [['max(notifications_oldest_due_seconds)', 'age']]),
  panel('Attempts to send', 'events/s', 'By kind of channel and outcome. Held: there is no mail server.', [
    [rate('notification_attempts_total', 'kind, outcome'), '{{kind}} {{outcome}}'],
  ]),
  panel(
    'Channels',
    'count',
    'Channels that are told something, and those where the last message did not arrive.',
    [
      ['max(notification_channels)', 'channels'],
      ['max(notification_channels_failing)', 'failing'],
    ],
  ),
  panel(
    'Last look at all websites',
    'seconds',
    'How long ago one was complete, beside how often there should be one.',
    [
      ['time() - max(notifications_watched_timestamp_seconds)', 'last look'],
      ['max(notifications_watch_interval_seconds)', 'interval'],
    ],
  ),
  panel(
    'Episodes',
    'events/s',
    'Breaks that began or ended, and what could not be watched, prepared or noted.',
    [
      [rate('notification_episodes_total', 'change'), '{{change}}'],
      [rate('notification_failures_total'), 'failures'],
    ],
  ),
];

const workerPanels: Panel[] = [
  ...backlogPanels,
  panel('Folding', 'events/s', 'Events that were added to the totals, and rounds that failed.', [
    [rate('folded_events_total'), 'folded'],
    [rate('fold_failures_total'), 'failed rounds'],
  ]),
  panel(
    'Websites set aside',
    'count',
    'Their events cannot be folded, and are tried again later. The log says why.',
    [['max(fold_websites_set_aside)', 'websites']],
  ),
  panel('Duration of folding', 'seconds', '95 % of the rounds are faster.', [
    [quantile(0.95, 'fold_duration_seconds', ''), '95 %'],
  ]),
  panel(
    'Jobs',
    'requests/s',
    'Finished jobs by name and outcome. Heartbeats show that a worker takes jobs.',
    [[rate('job_duration_seconds_count', 'name, outcome'), '{{name}} {{outcome}}']],
  ),
  panel('Queue', 'count', 'Jobs by state.', [['max by (state) (queue_jobs)', '{{state}}']]),
  snapshotPanel,
  panel('Written snapshots', 'requests/s', 'By outcome: kept means that it was there already.', [
    [rate('insights_snapshots_total', 'outcome'), '{{outcome}}'],
  ]),
];

const business: Panel[] = [
  panel('Events in', 'events/s', 'Recorded, repeated and refused events.', [
    [rate('events_total', 'outcome'), '{{outcome}}'],
  ]),
  panel(
    'Reports out',
    'requests/s',
    'Answered reports: over the REST API, and to assistants over the tool server.',
    [
      [rate(REPORTS), 'REST API'],
      [rate('tool_calls_total{outcome="answered"}'), 'assistants'],
    ],
  ),
  panel('Age of the newest data', 'seconds', 'How long ago the last event of any website was recorded.', [
    ['time() - max(newest_event_recorded_timestamp_seconds)', 'newest event'],
  ]),
  panel('Reports by name', 'requests/s', 'What people ask for over the REST API.', [
    [rate(REPORTS, 'route'), '{{route}}'],
  ]),
  panel('Tools by name', 'requests/s', 'What assistants ask for.', [
    [rate('tool_calls_total{outcome="answered"}', 'tool'), '{{tool}}'],
  ]),
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
