import { setTimeout as sleep } from 'node:timers/promises';
import type { Answers } from './answers.ts';
import { askReport, callTool, type Endpoints, REQUEST_TIMEOUT_MS } from './ask.ts';
import { randomEvent } from './random-event.ts';
import type { Recount } from './recount.ts';

const RETRY_MS = 60;

/**
 * Sends batches for one campaign, which nobody else writes to, and repeats each of them until it is answered with 200.
 * After each batch it may read the campaign back: the numbers must be exactly what it has sent so far.
 */
export class Sender {
  readonly #endpoints: Endpoints;
  readonly #recount: Recount;
  readonly #campaign: number;
  readonly #websites: number;
  readonly #answers: Answers;
  readonly #readsBack: boolean;
  readonly #pauseMs: number;
  batches = 0;
  retries = 0;
  readBacks = 0;

  constructor(
    endpoints: Endpoints,
    recount: Recount,
    {
      campaign,
      websites,
      answers,
      readsBack = true,
      pauseMs = 0,
    }: {
      campaign: number;
      websites: number;
      /** Records every attempt. */
      answers: Answers;
      /** Whether it reads its campaign after each batch. */
      readsBack?: boolean;
      /** Between two batches. */
      pauseMs?: number;
    },
  ) {
    this.#endpoints = endpoints;
    this.#recount = recount;
    this.#campaign = campaign;
    this.#websites = websites;
    this.#answers = answers;
    this.#readsBack = readsBack;
    this.#pauseMs = pauseMs;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const website = 1 + Math.floor(Math.random() * this.#websites);
      const events = Array.from({ length: 1 + Math.floor(Math.random() * 40) }, () =>
        randomEvent(website, this.#campaign),
      );
      await this.#send(events);
      this.batches += 1;
      for (const event of events) this.#recount.add(event);
      if (this.#readsBack) await this.#readBack(website);
      if (this.#pauseMs > 0) await sleep(this.#pauseMs);
    }
  }

  async #send(events: readonly object[]): Promise<void> {
    const body = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    const answer = await this.#until200('events', () =>
      fetch(`${this.#endpoints.intake}/v1/events`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#endpoints.intakeToken}`,
          'content-type': 'application/x-ndjson',
        },
        body,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }),
    );
    const { recorded, repeated, refused } = answer as Record<string, number>;
    if (refused !== 0 || Number(recorded) + Number(repeated) !== events.length)
      throw new Error(`${events.length} events were answered with ${JSON.stringify(answer)}`);
  }

  /** In turn from the REST API and from the tool server. */
  async #readBack(website: number): Promise<void> {
    this.readBacks += 1;
    const subject = { website, campaign: this.#campaign };
    const body = await (this.readBacks % 2 === 0
      ? this.#until200('report', () => askReport(this.#endpoints, subject))
      : this.#until200('tool call', () => callTool(this.#endpoints, subject)));
    this.#recount.check({ website, campaign: this.#campaign, distinct: false }, body);
  }

  async #until200(caller: string, request: () => Promise<Response>): Promise<unknown> {
    for (;;) {
      let status = 0;
      const body = await this.#answers.record(caller, async () => {
        const response = await request();
        ({ status } = response);
        return response;
      });
      if (body !== undefined) return body;
      // Every event was refused, and so they would be every time.
      if (status === 422) throw new Error(`${caller} was answered with 422`);
      this.retries += 1;
      await sleep(RETRY_MS);
    }
  }
}
