import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const { INTAKE_URL, INTAKE_TOKEN } = process.env;

async function post(body: string) {
  const response = await fetch(`${INTAKE_URL}/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${INTAKE_TOKEN}`, 'Content-Type': 'application/json' },
    body,
    signal: AbortSignal.timeout(60_000),
  });
  const retryAfterMs = Number(response.headers.get('Retry-After')) * 1_000;
  return { status: response.status, retryAfterMs, text: await response.text() };
}

/** Sends events until they are recorded. Throws if the request itself is wrong. */
async function sendEvents(events: readonly object[]) {
  const body = JSON.stringify(events);
  for (let pauseMs = 500; ; pauseMs = Math.min(60_000, pauseMs * 2)) {
    const answer = await post(body).catch(() => undefined); // undefined: the connection broke
    if (answer?.status === 200) return JSON.parse(answer.text);
    if (answer && ![408, 429].includes(answer.status) && answer.status < 500) throw new Error(answer.text);
    await sleep(Math.max(answer?.retryAfterMs ?? 0, pauseMs * (0.5 + Math.random() / 2)));
  }
}

const answer = await sendEvents([
  {
    event_id: randomUUID(),
    type: 'view',
    website_id: 10,
    step_id: 1000,
    visitor_token: randomUUID(),
    occurred_at: new Date().toISOString(),
  },
]);
console.log(JSON.stringify(answer));
