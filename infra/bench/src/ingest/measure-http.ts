import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '@funnel/admin';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { importCatalog } from '@funnel/ingest';
import { startServices } from '@funnel/local';
import type { BenchContext } from '../bench-context.ts';
import { quantile, spreadOf } from '../performance/measure/statistics.ts';
import { type Row, single } from '../performance/report/row.ts';
import { formatValue } from '../performance/report/table.ts';
import { say } from '../performance/say.ts';
import { catalogOf, newEvents } from './events.ts';

const CALLERS = 16;
const BATCH = 100;
const EVENTS_PER_SECOND = 5_000;
const MAX_P99_MS = 500;
const CAMPAIGNS = 20;
const WEBSITES = 4;

interface Answer {
  status: number;
  body: string;
  ms: number;
}

/** Counts of views, by website: those that were sent, and those of them that were answered with 200. */
class Sent {
  readonly begun = Array.from({ length: WEBSITES + 1 }, () => 0);
  readonly acknowledged = Array.from({ length: WEBSITES + 1 }, () => 0);
}

/** Events and reports at the same time, over HTTP with real tokens. */
export async function measureHttp(
  context: BenchContext,
  { databaseUrl, seconds }: { databaseUrl: string; seconds: number },
): Promise<Row[]> {
  say(
    `${CALLERS} callers send ${EVENTS_PER_SECOND.toLocaleString('en')} events a second, ${CALLERS} others read reports`,
  );
  await migrateDatabase(databaseUrl);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench' });
  const options = { encryptionKey: new Uint8Array(randomBytes(32)), now: new Date() };
  await importCatalog(database, catalogOf(WEBSITES, CAMPAIGNS), options);
  const services = await startServices({ ...context, databaseUrl });
  context.defer(() => services.stop());
  const { REST_API_RESOURCE: rest, EVENT_INTAKE_RESOURCE: intake } = services.addresses;
  const websiteIds = Array.from({ length: WEBSITES }, (_, index) => trustedWebsiteId(index + 1));
  const tokenFor = async (resource: string, scopes: string[]) => {
    const owner = { userId: null, name: 'bench', lifeSeconds: 86_400 };
    return (await issuePersonalToken(database, { ...owner, websiteIds, scopes, resource })).token;
  };
  const [writeToken, readToken] = [
    await tokenFor(intake, ['events:write']),
    await tokenFor(rest, ['reports']),
  ];
  await database.close();

  const agent = new Agent({ keepAlive: true, maxSockets: 2 * CALLERS });
  context.defer(() => agent.destroy());
  const sent = new Sent();
  const [written, read]: [Answer[], Answer[]] = [[], []];
  const warmUpUntil = performance.now() + 3_000;
  const until = warmUpUntil + seconds * 1000;
  const isOver = () => performance.now() > until;
  const isCounted = () => performance.now() > warmUpUntil;
  let late = 0;

  /** Sends at its own pace; a caller that falls behind does not slow down the count. */
  const send = async (caller: number) => {
    const intervalMs = (CALLERS * BATCH * 1000) / EVENTS_PER_SECOND;
    for (let at = performance.now() + (caller * intervalMs) / CALLERS; !isOver(); at += intervalMs) {
      const wait = at - performance.now();
      if (wait > 0) await sleep(wait);
      else late += 1;
      const events = newEvents(BATCH, { websites: WEBSITES, campaigns: CAMPAIGNS });
      const views = (counts: number[]) => {
        for (const { type, website_id } of events)
          if (type === 'view') counts[website_id] = (counts[website_id] ?? 0) + 1;
      };
      views(sent.begun);
      const body = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      const answer = await ask(agent, `${intake}/v1/events`, writeToken, body);
      if (answer.status !== 200) throw new Error(`The intake answered ${answer.status}: ${answer.body}`);
      views(sent.acknowledged);
      if (isCounted()) written.push(answer);
    }
  };
  const readReports = async (reader: number) => {
    for (let turn = reader; !isOver(); turn++) {
      const website = 1 + (turn % WEBSITES);
      const atLeast = sent.acknowledged[website] ?? 0;
      const query = `website_id=${website}&timeframe=last_30_days&count_type=total`;
      const answer = await ask(agent, `${rest}/api/v1/reports/website?${query}`, readToken);
      if (answer.status !== 200) throw new Error(`The REST API answered ${answer.status}: ${answer.body}`);
      const { data } = JSON.parse(answer.body) as { data: { metrics: { views: number } } };
      const atMost = sent.begun[website] ?? 0;
      if (data.metrics.views < atLeast || data.metrics.views > atMost)
        throw new Error(`Website ${website} has ${data.metrics.views} views, not ${atLeast} to ${atMost}`);
      if (isCounted()) read.push(answer);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, index) => index);
  await Promise.all([...callers.map(send), ...callers.map(readReports)]);

  const p99 = (answers: readonly Answer[]) =>
    quantile(
      answers.map(({ ms }) => ms),
      0.99,
    );
  const pace = (written.length * BATCH) / seconds;
  const what = `recording over HTTP in batches of ${BATCH}, ${CALLERS} callers, while ${CALLERS} others read`;
  return [
    {
      what,
      against: '',
      unit: 'events/s',
      target: { atLeast: 0.99 * EVENTS_PER_SECOND },
      measured: single(pace),
      detail: `${written.length} batches in ${seconds} s, ${late} of them late`,
    },
    {
      what: `${what}, 99 of 100 batches`,
      against: '',
      unit: 'ms',
      target: { atMost: MAX_P99_MS },
      measured: single(p99(written)),
      detail: `median ${formatValue(
        quantile(
          written.map(({ ms }) => ms),
          0.5,
        ),
        'ms',
      )}`,
    },
    {
      what: 'the reports that are read meanwhile, all of them right',
      against: '',
      unit: 'ms',
      measured: spreadOf(read.map(({ ms }) => ms)),
      detail: `${read.length} answers, 99 of 100 within ${formatValue(p99(read), 'ms')}`,
    },
  ];
}

function ask(agent: Agent, url: string, token: string, body?: string): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/x-ndjson' }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: text, ms: performance.now() - startedAt }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
