import { setTimeout as sleep } from 'node:timers/promises';
import { engine } from './compose.mjs';

const POLL_MS = 500;
const WAIT_MS = 90_000;
/** Longer than a service takes to answer what it has begun. */
const STOP_SECONDS = '40';

/**
 * Services of a version beside those that work: first where no request reaches them, to see whether they work; then
 * under the same name, so that somebody answers while the old one is replaced.
 */
export class Beside {
  #compose;
  #services;
  #project;
  #network;

  constructor(compose, services, { name, networks }) {
    this.#compose = compose;
    this.#services = services;
    this.#project = name;
    this.#network = networks.web.name;
  }

  /** Starts them, waits for their health checks, and shows the logs of those that do not work. Returns their names. */
  async start() {
    await this.#endInterrupted();
    const failed = [];
    for (const service of this.#services) {
      const name = this.#nameOf(service);
      if (!(await this.#compose.once('--detach', '--no-deps', '--name', name, service))) failed.push(service);
    }
    const deadline = Date.now() + WAIT_MS;
    for (const service of this.#services) {
      if (failed.includes(service) || (await becomesHealthy(this.#nameOf(service), deadline))) continue;
      process.stderr.write((await engine('logs', '--tail', '20', this.#nameOf(service))).text);
      failed.push(service);
    }
    return failed;
  }

  /** A rollout that was interrupted may have left nothing else to answer: the services start first, then these end. */
  async #endInterrupted() {
    const left = [];
    for (const service of this.#services)
      if ((await engine('inspect', this.#nameOf(service))).succeeded) left.push(service);
    if (left.length === 0) return;
    await this.#compose.run('up', '--detach', '--no-deps', '--no-recreate', '--wait', ...left);
    for (const service of left) await this.stop(service);
  }

  /** From now on the proxy finds it as well. */
  async share(service) {
    if (!this.#services.includes(service)) return;
    const name = this.#nameOf(service);
    await engine('network', 'disconnect', this.#network, name);
    await engine('network', 'connect', '--alias', service, this.#network, name);
  }

  async stop(service) {
    if (!this.#services.includes(service)) return;
    await engine('stop', '--time', STOP_SECONDS, this.#nameOf(service));
    await engine('rm', '--force', this.#nameOf(service));
  }

  /** Ends all but those that answer in place of a service. */
  async removeAll(kept = []) {
    const ended = this.#services.filter((service) => !kept.includes(service));
    if (ended.length === 0) return;
    await engine('rm', '--force', ...ended.map((service) => this.#nameOf(service)));
  }

  #nameOf(service) {
    return `${this.#project}-beside-${service}`;
  }
}

async function becomesHealthy(name, deadline) {
  for (; Date.now() < deadline; await sleep(POLL_MS)) {
    const { text } = await engine('inspect', '--format', '{{.State.Status}} {{.State.Health.Status}}', name);
    const [status, health] = text.trim().split(' ');
    if (health === 'healthy') return true;
    if (status !== 'running' && status !== 'created') return false;
  }
  return false;
}
