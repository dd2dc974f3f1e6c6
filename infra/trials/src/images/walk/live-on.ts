import { equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { runChild } from '@funnel/servers';
import { signInToDashboard } from '@funnel/testing';
import { ask, askRest, type Endpoints, questionsAbout } from '../../load/ask.ts';
import { OK, startCallers } from '../../load/callers.ts';
import { campaignIds, loadData, websiteIds } from '../../load/data.ts';
import { PHASE_COLUMNS, phaseOf } from '../../load/phases.ts';
import { checkReports, Recount } from '../../load/recount.ts';
import { printTable, say } from '../../trial.ts';
import { waitForAlert } from './alert.ts';
import { Documented, shell, timed } from './documented.ts';
import { makeVersion } from './next-version.ts';

const ADDRESSES = {
  AUTHORIZATION_SERVER_ISSUER: 'https://auth.localhost',
  REST_API_RESOURCE: 'https://api.localhost',
  MCP_SERVER_RESOURCE: 'https://tools.localhost/mcp',
  EVENT_INTAKE_RESOURCE: 'https://events.localhost',
  DASHBOARD_URL: 'https://reports.localhost',
};
/** How long callers work before and after each step. */
const CALM_MS = 3_000;
const RESTART_MS = 90_000;
const STUCK = 'rest-api';
const PERSON = { email: 'trial@example.com', password: 'correct horse battery' };
/** What a page of the dashboard asks. */
const QUESTION = `${ADDRESSES.DASHBOARD_URL}/data/reports/campaigns/${campaignIds.length}?website_id=1&timeframe=all_time&count_type=total`;

/** Lives with the installed product: updates under load, what fails in them, a service that is stuck, backup and restore. */
export async function liveOn({ root, walk }: { root: string; walk: string }): Promise<number> {
  const docs = new Documented(walk);
  const versionNow = () => parseEnv(readFileSync(join(walk, '.env'), 'utf8'))['FUNNEL_VERSION'] ?? '';
  const installed = versionNow();
  await timed('three versions for the updates', async () => {
    await makeVersion(walk, installed, '1.2.0', {
      migration: 'create table trial_of_an_update (id integer)',
    });
    await makeVersion(walk, '1.2.0', '1.3.0', { migration: 'select 1 / 0' });
    await makeVersion(walk, '1.2.0', '1.4.0', { broken: STUCK });
  });
  const recount = new Recount();
  const endpoints = await timed('catalog, events, insights and tokens, with the operator’s commands', () =>
    loadData(
      async (argv, input) =>
        (
          await shell(walk, `docker compose run --rm --no-TTY cli ${argv.join(' ')}`, input ? { input } : {})
        ).trim(),
      ADDRESSES,
      recount,
    ),
  );

  const page = await timed('somebody signs in to the dashboard', () => signIn(walk));

  const callers = startCallers({
    endpoints,
    recount,
    senders: 3,
    readsBack: true,
    pauseMs: 100,
    questions: {
      ...questionsAbout(endpoints, { website: 1, campaign: campaignIds.length }),
      insights: () => askRest(endpoints, 'reports/website/insights?website_id=1'),
      dashboard: () => ask(QUESTION, { headers: page }),
    },
  });
  const rows: string[][] = [];
  const phase = async (name: string, work: () => Promise<unknown> = async () => {}) => {
    say(name);
    const whole = async () => {
      await work();
      await sleep(CALM_MS);
    };
    rows.push(await phaseOf(name, callers, whole));
  };
  await phase('before');
  await phase('update to 1.2.0, with a migration', () => docs.run('--version 1.2.0'));
  equal(versionNow(), '1.2.0');
  await phase('update to 1.3.0, whose migration fails', async () => {
    match(await failureOf(walk, '--version 1.3.0'), /`migrate` of 1\.3\.0 failed\. 1\.2\.0 goes on/);
  });
  equal(versionNow(), '1.2.0');
  await phase('back to the version before', () => docs.run('npm run -s rollout -- --back'));
  equal(versionNow(), installed);
  await phase('update to 1.4.0, whose REST API does not start', async () => {
    match(
      await failureOf(walk, '--version 1.4.0'),
      /1\.4\.0 does not work: rest-api\. .+ goes on, nothing was replaced/,
    );
  });
  equal(versionNow(), installed);
  const beforeStop = callers.answers.length;
  await phase('the REST API is stuck', () => untilRestarted(walk));
  await docs.run('docker compose logs');
  const stuckFailures = callers.answers.slice(beforeStop).filter(({ outcome }) => outcome !== OK).length;
  // Callers that pause keep no process alive.
  const alive = setInterval(() => {}, CALM_MS);
  await callers.stop();
  clearInterval(alive);
  await timed('every number compared with the recount', () => checkReports(endpoints, recount));
  printTable(PHASE_COLUMNS, rows);
  const failed = callers.answers.filter(({ outcome }) => outcome !== OK).length;
  console.log(
    `${callers.answers.length} requests, ${failed} failed (${stuckFailures} of them while a service was stuck); ${recount.size} events accepted, ${callers.differences.length} differences`,
  );

  await timed('a service stopped, and somebody told', () => waitForAlert(walk));
  await restore(docs, walk, endpoints, recount);
  await timed('who was signed in to the dashboard still is', async () =>
    equal((await ask(QUESTION, { headers: page })).status, 200),
  );
  await timed('the OAuth flow with the clients of the SDKs', () => conformance(root));
  return callers.differences.length === 0 ? 0 : 1;
}

/** What an update says that fails. */
async function failureOf(walk: string, args: string): Promise<string> {
  const outcome = await shell(walk, `npm run -s rollout -- ${args}`).catch((error: Error) => error.message);
  match(outcome, /ended with 1:/);
  return outcome;
}

/** Freezes the process of a service, and waits until Docker has started it again. */
async function untilRestarted(walk: string): Promise<void> {
  const inspect = async (format: string) =>
    (await shell(walk, `docker inspect --format '${format}' "$(docker compose ps --quiet ${STUCK})"`)).trim();
  const first = await inspect('{{.State.Pid}}');
  const [child] = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
  process.kill(Number(child), 'SIGSTOP');
  const since = performance.now();
  while ((await inspect('{{.RestartCount}}')) === '0') {
    ok(performance.now() - since < RESTART_MS, `${STUCK} was not restarted`);
    await sleep(500);
  }
  say(`restarted after ${((performance.now() - since) / 1000).toFixed(0)} s`);
  while ((await inspect('{{.State.Health.Status}}')) !== 'healthy') await sleep(500);
}

/** Backs up, loses the database, restores it, and compares every table and every report. */
async function restore(
  docs: Documented,
  walk: string,
  endpoints: Endpoints,
  recount: Recount,
): Promise<void> {
  // The services are stopped first: what they fold after the dump would differ.
  await docs.run('> before.txt');
  await docs.run('backup backup.sh');
  await docs.run('restore.sh');
  await docs.run('diff before.txt');
  const rows = readFileSync(join(walk, 'before.txt'), 'utf8').trim().split('\n').length;
  ok(rows > 20, `the recount has ${rows} tables`);
  await docs.run('npm run -s rollout -- --again');
  await timed(`every report compared with the recount; ${rows} tables were equal`, () =>
    checkReports(endpoints, recount),
  );
}

/** Adds a person, who signs in through the proxy. Returns the headers with which a page of the dashboard asks. */
async function signIn(walk: string): Promise<Record<string, string>> {
  const add = `docker compose run --rm --no-TTY --env USER_PASSWORD cli user add ${PERSON.email} --account 1`;
  await shell(walk, add, { env: { ...process.env, USER_PASSWORD: PERSON.password } });
  return signInToDashboard(ADDRESSES.DASHBOARD_URL, PERSON);
}

async function conformance(root: string): Promise<void> {
  const { AUTHORIZATION_SERVER_ISSUER: issuer, MCP_SERVER_RESOURCE: tools } = ADDRESSES;
  const person = ['--email', PERSON.email, '--websites', websiteIds.join(',')];
  // The other suites go through a proxy of their own, which speaks no TLS.
  const args = ['conformance', 'authorization', 'clients', '--issuer', issuer, '--tools', tools, ...person];
  const status = await runChild(process.execPath, [join(root, 'infra', 'local', 'bootstrap.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, CONFORMANCE_PASSWORD: PERSON.password },
  });
  equal(status, 0, 'see above');
}
