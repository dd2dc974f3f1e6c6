import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recount } from './recount.ts';

/** Where events go, and where they are read back. */
export interface Endpoints {
  intake: string;
  rest: string;
  tools: string;
  intakeToken: string;
  restToken: string;
  toolToken: string;
}

const TYPES = ['view', 'view', 'view', 'conversion', 'completion', 'submission', 'subscribe', 'order'];
const RETRY_MS = 60;
const REQUEST_TIMEOUT_MS = 15_000;
const DAYS = 12;

/**
 * Sends batches for one campaign, which nobody else writes to, and repeats each of them until it is answered with 200.
 * After each batch it reads the campaign back: the numbers must be exactly what it has sent so far.
 */
export class Sender {
  readonly #endpoints: Endpoints;
  readonly #recount: Recount;
  readonly #campaign: number;
  readonly #websites: number;
  batches = 0;
  retries = 0;
  readBacks = 0;

  constructor(
    endpoints: Endpoints,
    recount: Recount,
    { campaign, websites }: { campaign: number; websites: number },
  ) {
    this.#endpoints = endpoints;
    this.#recount = recount;
    this.#campaign = campaign;
    this.#websites = websites;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const website = 1 + Math.floor(Math.random() * this.#websites);
      const events = Array.from({ length: 1 + Math.floor(Math.random() * 40) }, () => this.#event(website));
      await this.#send(events);
      this.batches += 1;
      for (const event of events) this.#recount.add(event);
      await this.#readBack(website);
    }
  }

  #event(website: number) {
    const type = TYPES[Math.floor(Math.random() * TYPES.length)] ?? 'view';
    return {
      event_id: randomUUID(),
      type,
      website_id: website,
      campaign_id: this.#campaign,
      visitor_token: `00000000-0000-4000-8000-${String(Math.floor(Math.random() * 400)).padStart(12, '0')}`,
      occurred_at: new Date(Date.now() - Math.floor(Math.random() * DAYS * 86_400_000)).toISOString(),
      ...(type === 'order' ? { revenue: Math.floor(Math.random() * 10_000) / 100 } : {}),
    };
  }

  async #send(events: readonly object[]): Promise<void> {
    const body = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    const answer = await this.#until200(() =>
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
    const parameters = { website_id: website, timeframe: 'all_time', count_type: 'total' };
    const body = await (this.readBacks % 2 === 0
      ? this.#until200(() => this.#askRest(parameters))
      : this.#until200(() => this.#askTool(parameters)));
    this.#recount.check({ website, campaign: this.#campaign, distinct: false }, body);
  }

  #askRest(parameters: Readonly<Record<string, unknown>>): Promise<Response> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    return fetch(`${this.#endpoints.rest}/api/v1/reports/campaigns/${this.#campaign}?${query.toString()}`, {
      headers: { authorization: `Bearer ${this.#endpoints.restToken}` },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  }

  async #askTool(parameters: Readonly<Record<string, unknown>>): Promise<Response> {
    const response = await fetch(this.#endpoints.tools, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#endpoints.toolToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_campaign_report', arguments: { ...parameters, id: this.#campaign } },
      }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) return response;
    const { result } = (await response.json()) as {
      result?: { isError?: boolean; structuredContent?: object };
    };
    return result?.isError || !result?.structuredContent
      ? Response.error()
      : Response.json(result.structuredContent);
  }

  async #until200(request: () => Promise<Response>): Promise<unknown> {
    for (;;) {
      const body: unknown = await request()
        .then(async (response) => (response.status === 200 ? await response.json() : undefined))
        .catch(() => undefined);
      if (body !== undefined) return body;
      this.retries += 1;
      await sleep(RETRY_MS);
    }
  }
}
