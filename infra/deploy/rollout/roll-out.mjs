import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { containerUser, createMissing, giveTo } from '../secrets/secret-files.mjs';
import { NO_ALERT_ADDRESS } from '../secrets/secret.mjs';
import { Beside } from './beside.mjs';
import { Compose, engine } from './compose.mjs';
import { checkSettings } from './check-settings.mjs';
import { RolloutError } from './rollout-error.mjs';
import { readSettings, writeSettings } from './env-file.mjs';
import { buildVersionOf, givenVersion, versionOf } from './version.mjs';

/** Those of ours, in the order in which they are replaced: what others ask comes first. */
const SERVICES = ['authorization-server', 'event-intake', 'insights-worker', 'mcp-server', 'rest-api'];
/** What is started after them. */
const AROUND = ['backup', 'prometheus', 'alertmanager', 'grafana'];
/** Of compose.localhost.yaml: the services read its result at their start. */
const TRUST = 'trust';
const WAIT_SECONDS = '90';

/** Brings the product to a version: images first, then a dump, then the database, then one service after the other. */
export async function rollOut(root, options) {
  const envFile = join(root, '.env');
  const settings = readSettings(envFile);
  checkSettings(settings);
  const { build, back, backup } = options;
  const before = settings.FUNNEL_VERSION || undefined;
  const version = chooseVersion(root, settings, options);
  const compose = new Compose(root, version);
  const services = compose.read('config', '--services').split('\n').filter(Boolean);
  await addSecrets(root, envFile);
  warnAboutAlerts(root, services);

  if (build) buildImages(root, { version, settings });
  else
    check(compose.run('pull', '--policy', 'missing', '--quiet', ...services), {
      failed: `The images of ${version} could not be pulled from ${settings.FUNNEL_IMAGES}.`,
      state: before,
    });

  await makeBackupFolder(root, settings, envFile);
  say('starting PostgreSQL and Redis');
  if (!compose.run('up', '--detach', '--wait', 'postgres', 'redis')) {
    compose.run('logs', '--no-log-prefix', '--tail', '10', 'postgres', 'redis');
    throw new RolloutError('PostgreSQL or Redis did not start: see above. The services wait for them.');
  }
  if (!back) {
    if (before && before !== version && backup) {
      say('backing up');
      check(compose.run('run', '--rm', 'backup', 'backup.sh'), {
        failed: 'The backup failed.',
        state: before,
      });
    }
    // While the old services work: a migration only adds to the schema. If it fails, they go on.
    for (const [what, ...args] of [['migrate'], ['roles']]) {
      say(`${what} of ${version}`);
      check(compose.run('run', '--rm', '--no-deps', what, ...args), {
        failed: `\`${what}\` of ${version} failed.`,
        state: before,
      });
    }
  }

  const other = before === version ? undefined : before;
  const ours = SERVICES.filter((name) => services.includes(name));
  const beside = new Beside(compose, before ? ours : []);
  try {
    if (before) {
      say(`starting ${version} beside ${before}`);
      const failed = await beside.start();
      check(failed.length === 0, {
        failed: `${version} does not work: ${failed.join(', ')}.`,
        state: before,
      });
    }
    if (replace(compose, { beside, ours, services, version })) {
      // Only now: a rollout that was interrupted can be run again with the same arguments.
      writeSettings(envFile, { FUNNEL_VERSION: version, ...(other && { FUNNEL_VERSION_BEFORE: other }) });
      return say(
        `${version} is running${other ? `. To go back to ${other}: npm run -s rollout -- --back` : ''}`,
      );
    }
  } finally {
    beside.removeAll();
  }
  if (!other)
    throw new RolloutError(`${version} did not become healthy: see above, and \`docker compose logs\`.`);
  say(`going back to ${other}`);
  const old = new Compose(root, other);
  const isBack = replace(old, { beside: new Beside(old, []), ours, services, version: other });
  throw new RolloutError(
    isBack
      ? `${version} did not become healthy, see above: ${other} is running again.`
      : `${version} did not become healthy, and neither did ${other} afterwards: see \`docker compose ps\` and \`docker compose logs\`.`,
  );
}

/** Replaces one service after the other, then what is around them. Returns whether all became healthy. */
function replace(compose, { beside, ours, services, version }) {
  const start = (...args) => compose.run('up', '--detach', '--no-deps', ...args);
  // The services ask the authorization server through the proxy.
  if (!start('proxy')) return false;
  if (services.includes(TRUST) && !compose.run('run', '--rm', '--no-deps', TRUST)) return false;
  for (const service of ours) {
    say(`${service} ${version}`);
    beside.share(service);
    if (!start('--wait', '--wait-timeout', WAIT_SECONDS, service)) {
      compose.run('logs', '--no-log-prefix', '--tail', '20', service);
      return false;
    }
    beside.stop(service);
  }
  return start(...services.filter((name) => AROUND.includes(name)));
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

function buildImages(root, { version, settings }) {
  const image = `${settings.FUNNEL_IMAGES}/cli:${version}`;
  if (engine('image', 'inspect', image).succeeded) return say(`${image} and the others exist`);
  say(`building ${version}`);
  const files = ['compose.yaml', 'compose.build.yaml'];
  check(new Compose(root, version, files).run('--profile', '*', '--progress', 'plain', 'build'), {
    failed: 'The images could not be built.',
    state: settings.FUNNEL_VERSION,
  });
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

function check(succeeded, { failed, state }) {
  if (succeeded) return;
  throw new RolloutError(`${failed} ${state ? `${state} goes on, nothing was replaced.` : 'See above.'}`);
}

function say(message) {
  console.error(`- ${message}`);
}
