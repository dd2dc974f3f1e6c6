import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { containerUser, createMissing, giveTo } from '../secrets/secret-files.mjs';
import { NO_ALERT_ADDRESS } from '../secrets/secret.mjs';
import { Beside } from './beside.mjs';
import { Compose, engine } from './compose.mjs';
import { checkSettings } from './check-settings.mjs';
import { Interruption } from './interruption.mjs';
import { answersFor, isProxyValid, silentServices } from './proxy.mjs';
import { RolloutError } from './rollout-error.mjs';
import { readSettings, writeSettings } from './env-file.mjs';
import { domainsOf, missingIn, ourServices } from './services.mjs';
import { whatRuns } from './what-runs.mjs';
import { buildVersionOf, givenVersion, versionOf } from './version.mjs';

/** What is started after them. */
const AROUND = ['backup', 'prometheus', 'alertmanager', 'grafana'];
/** Of compose.localhost.yaml: the services read its result at their start. */
const TRUST = 'trust';
const WAIT_SECONDS = '90';

/** Brings the product to a version: images first, then a dump, then the database, then one service after the other. */
export async function rollOut(root, options) {
  const envFile = join(root, '.env');
  const { settings, repeated } = readSettings(envFile);
  checkSettings(settings, repeated);
  const version = chooseVersion(root, settings, options);
  const compose = new Compose(root, version);
  const configuration = JSON.parse(compose.read('config', '--format', 'json'));
  const composed = compose.read('config', '--services').split('\n').filter(Boolean);
  const all = ourServices(composed);
  const missing = options.back || options.again ? await missingIn(version, all, settings) : [];
  const services = composed.filter((name) => !missing.includes(name));
  const ours = all.filter((name) => !missing.includes(name));
  const before = settings.FUNNEL_VERSION || undefined;
  const interruption = new Interruption();
  try {
    const rollout = {
      root,
      envFile,
      settings,
      version,
      before,
      compose,
      configuration,
      services,
      ours,
      missing,
      interruption,
    };
    if (before) await refuseOtherUser(rollout);
    await prepare(rollout, options);
    await bringUp(rollout);
  } finally {
    interruption.end();
  }
}

/** Everything that changes nothing for the services that run. After a failure or an interruption they go on. */
async function prepare(rollout, { build, back, backup }) {
  const { root, envFile, settings, version, before, compose, configuration, services, ours, interruption } =
    rollout;
  await addSecrets(root, envFile);
  warnAboutAlerts(root, services);
  const steps = [
    async () => {
      if (build) return buildImages(root, { version, settings });
      const isThere = await compose.run('pull', '--policy', 'missing', '--quiet', ...services);
      return isThere || `The images of ${version} could not be pulled from ${settings.FUNNEL_IMAGES}.`;
    },
    async () => (await isProxyValid(compose)) || 'The proxy cannot use these settings: see above.',
    async () => {
      await makeBackupFolder(root, settings, envFile);
      say('starting PostgreSQL and Redis');
      if (await compose.run('up', '--detach', '--wait', 'postgres', 'redis')) return true;
      await compose.run('logs', '--no-log-prefix', '--tail', '10', 'postgres', 'redis');
      return 'PostgreSQL or Redis did not start: see above. The services wait for them.';
    },
    async () => {
      if (back || !before || before === version || !backup) return true;
      say('backing up');
      return (await compose.once('--rm', 'backup', 'backup.sh')) || 'The backup failed.';
    },
    // While the old services work: a migration only adds to the schema. If it fails, they go on.
    ...(back ? [] : ['migrate', 'roles']).map((what) => async () => {
      say(`${what} of ${version}`);
      return (await compose.once('--rm', '--no-deps', what)) || `\`${what}\` of ${version} failed.`;
    }),
  ];
  for (const step of steps) {
    const failed = await step();
    if (failed !== true) throw new RolloutError(`${failed} ${await whatRuns(configuration.name, ours)}`);
    await stopIfAsked(rollout, () => interruption.check());
  }
}

/** Starts the version beside the one that runs, and replaces it; goes back if that fails. */
async function bringUp(rollout) {
  const { envFile, settings, version, before, compose, configuration, ours, missing, interruption } = rollout;
  const other = before === version ? undefined : before;
  const beside = new Beside(compose, before ? ours : [], configuration);
  let failure;
  try {
    if (before) {
      say(`starting ${version} beside ${before}`);
      const failed = await beside.start();
      if (failed.length > 0)
        throw new RolloutError(
          `${version} does not work: ${failed.join(', ')}. ${await whatRuns(configuration.name, ours)}`,
        );
    }
    await stopIfAsked(rollout, () => interruption.replacing());
    failure = await replace(compose, { ...rollout, beside });
  } finally {
    // The one beside a service that did not start answers in its place.
    await beside.removeAll(failure ? [failure] : []);
  }
  if (failure) return goBack({ ...rollout, other, failure, beside });
  await leaveOut(compose, version, missing);
  // Only now: a rollout that was interrupted can be run again with the same arguments.
  writeSettings(envFile, { FUNNEL_VERSION: version, ...(other && { FUNNEL_VERSION_BEFORE: other }) });
  const silent = await silentServices(compose, domainsOf(ours, settings));
  if (silent.length > 0)
    throw new RolloutError(
      `${version} is running, but the proxy has no answer of ${silent.join(', ')} at /healthz: see \`docker compose logs proxy\`, and whether settings.env changes a port.`,
    );
  return say(`${version} is running${other ? `. To go back to ${other}: npm run -s rollout -- --back` : ''}`);
}

/** After a service or the proxy did not start. Always throws. */
async function goBack(rollout) {
  const { root, version, before, configuration, settings, ours, other, failure, beside } = rollout;
  if (failure === 'proxy')
    throw new RolloutError(`The proxy did not start: see above. ${await whatRuns(configuration.name, ours)}`);
  if (!other)
    throw new RolloutError(
      `${failure} ${version} did not become healthy: see above, and \`docker compose logs ${failure}\`. ${before ? 'What was started beside it answers until the next rollout: npm run -s rollout -- --again' : ''}`,
    );
  say(`going back to ${other}`);
  const old = new Compose(root, other);
  const none = new Beside(old, [], configuration);
  const missing = await missingIn(other, ours, settings);
  const had = ours.filter((name) => !missing.includes(name));
  const second = await replace(old, { ...rollout, ours: had, beside: none, version: other });
  await leaveOut(old, other, missing);
  if (!second) await beside.removeAll();
  throw new RolloutError(
    second
      ? `${failure} ${version} did not become healthy, and neither did ${second} ${other} afterwards: see \`docker compose ps\` and \`docker compose logs\`.`
      : `${failure} ${version} did not become healthy, see above: ${other} is running again.`,
  );
}

/** Replaces one service after the other, then what is around them. Returns the first that did not become healthy. */
async function replace(compose, { beside, ours, services, version, settings }) {
  const start = (...args) => compose.run('up', '--detach', '--no-deps', ...args);
  // The services ask the authorization server through the proxy.
  if (!(await start('proxy'))) return 'proxy';
  if (!(await answersFor(compose, domainsOf(ours, settings)))) {
    await compose.run('logs', '--no-log-prefix', '--tail', '5', 'proxy');
    say('the proxy does not answer on port 80');
    return 'proxy';
  }
  if (services.includes(TRUST) && !(await compose.once('--rm', '--no-deps', TRUST))) return TRUST;
  for (const service of ours) {
    say(`${service} ${version}`);
    await beside.share(service);
    if (!(await start('--wait', '--wait-timeout', WAIT_SECONDS, service))) {
      await compose.run('logs', '--no-log-prefix', '--tail', '20', service);
      return service;
    }
    await beside.stop(service);
  }
  const around = services.filter((name) => AROUND.includes(name));
  return (await start(...around)) ? undefined : around.join(', ');
}

/** Ends the services that an older version does not have: those of a newer one do not fit it. */
async function leaveOut(compose, version, missing) {
  if (missing.length === 0) return;
  say(`${version} has no ${missing.join(', ')}`);
  await compose.run('rm', '--force', '--stop', ...missing);
}

/** Adds to an interruption what runs now. */
async function stopIfAsked({ configuration, ours }, check) {
  try {
    check();
  } catch (error) {
    throw new RolloutError(`${error.message} ${await whatRuns(configuration.name, ours)}`, error.status);
  }
}

/** The files of running containers cannot be given to somebody else: they could not read them when they start again. */
async function refuseOtherUser({ root, envFile, compose }) {
  const { uid } = await containerUser(envFile);
  const owner = statSync(join(root, 'secrets'), { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === uid || process.getuid?.() !== 0) return;
  if (compose.read('ps', '--quiet').trim() === '') return;
  throw new RolloutError(
    `FUNNEL_USER is not the owner of the secrets (user ${owner}), and the product runs with them. Stop it first: docker compose down`,
  );
}

/** A new version may need secrets that the one before did not. */
async function addSecrets(root, envFile) {
  const folder = join(root, 'secrets');
  const created = await createMissing(folder);
  if (created.length > 0) say(`created in ${folder}: ${created.join(', ')}. Keep a copy in a safe place`);
  const owned = await giveTo(folder, await containerUser(envFile));
  if (owned) say(owned);
}

function chooseVersion(root, settings, { version, build, again, back }) {
  if (build) return buildVersionOf(root);
  if (again) return ranBy(settings, 'FUNNEL_VERSION');
  if (back) return ranBy(settings, 'FUNNEL_VERSION_BEFORE');
  return version === undefined ? versionOf(root) : givenVersion(version);
}

function ranBy(settings, name) {
  if (settings[name]) return settings[name];
  throw new RolloutError(`.env has no ${name}: no such version ran here. Name one with --version.`);
}

async function buildImages(root, { version, settings }) {
  const image = `${settings.FUNNEL_IMAGES}/cli:${version}`;
  if ((await engine('image', 'inspect', image)).succeeded) {
    say(`${image} and the others exist`);
    return true;
  }
  say(`building ${version}`);
  const files = ['compose.yaml', 'compose.build.yaml'];
  const builds = new Compose(root, version, files);
  return (
    (await builds.run('--profile', '*', '--progress', 'plain', 'build')) || 'The images could not be built.'
  );
}

/** Docker would create it for root. Its files belong to the user of the containers, also if that is another one now. */
async function makeBackupFolder(root, settings, envFile) {
  const folder = resolve(root, settings.BACKUP_FOLDER || 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owned = await giveTo(folder, await containerUser(envFile));
  if (owned) say(owned);
}

function warnAboutAlerts(root, services) {
  if (!services.includes('alertmanager')) return;
  const address = readFileSync(join(root, 'secrets', 'alert_webhook_url'), 'utf8').trim();
  if (address === NO_ALERT_ADDRESS)
    say('alerts reach nobody: write where to send them into secrets/alert_webhook_url');
}

function say(message) {
  console.error(`- ${message}`);
}
