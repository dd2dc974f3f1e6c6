/**
 * Relays events from a Redis Stream to the event intake. An entry has one event as JSON in its field `event`.
 *
 * An entry is acknowledged only after the intake has taken or refused it, so none is lost if this program, Redis or the
 * intake stops. The intake recognises events by their `event_id`, so none counts twice. Run as many of these as you like, each with a
 * name of its own in CONSUMER.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

const {
  REDIS_URL = 'redis://127.0.0.1:6379',
  INTAKE_URL = 'http://127.0.0.1:3004',
  INTAKE_TOKEN = '',
  STREAM = 'events',
  GROUP = 'event-intake',
  CONSUMER = hostname(),
} = process.env;

const BATCH_ENTRIES = 500;
const WAIT_FOR_ENTRIES_MS = 1_000;
/** After this time, what another consumer has not finished is taken over. */
const TAKE_OVER_AFTER_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
/** The body itself is wrong: sending it again does not help. */
const WRONG_BODY = new Set([400, 413, 422]);

const redis = new Redis(REDIS_URL);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());

await redis.xgroup('CREATE', STREAM, GROUP, '0', 'MKSTREAM').catch((error) => {
  if (!String(error).includes('BUSYGROUP')) throw error;
});
// First what this consumer was given before it was last stopped.
for (let hasMore = true; hasMore && !stop.signal.aborted; ) hasMore = await relay(await readEntries('0'));
while (!stop.signal.aborted) {
  const given = await relay(await readEntries('>'));
  if (!given) await relay(await takeOver());
}
redis.disconnect();

/** Delivers entries and acknowledges them. Returns whether there were any. */
async function relay(entries) {
  if (entries.length === 0) return false;
  await deliver(entries);
  await redis.xack(STREAM, GROUP, ...entries.map(([id]) => id));
  return true;
}

async function readEntries(from) {
  const wait = from === '>' ? ['BLOCK', WAIT_FOR_ENTRIES_MS] : [];
  const group = ['GROUP', GROUP, CONSUMER, 'COUNT', BATCH_ENTRIES, ...wait];
  const streams = await redis.xreadgroup(...group, 'STREAMS', STREAM, from);
  return streams?.[0]?.[1] ?? [];
}

async function takeOver() {
  const [, entries] = await redis.xautoclaim(
    STREAM,
    GROUP,
    CONSUMER,
    TAKE_OVER_AFTER_MS,
    '0',
    'COUNT',
    BATCH_ENTRIES,
  );
  return entries;
}

/** Sends entries until the intake has taken or refused each of them. */
async function deliver(entries) {
  const answer = await send(entries);
  if (answer.refusals) {
    for (const { line, reason } of answer.refusals) await setAside(entries[line - 1], reason);
  } else if (entries.length > 1) {
    const half = Math.ceil(entries.length / 2);
    await deliver(entries.slice(0, half));
    await deliver(entries.slice(half));
  } else await setAside(entries[0], answer.detail);
}

/** Repeats the request until its outcome is known: 200, or a body that is wrong. A list of refusals has all of them. */
async function send(entries) {
  // A line break inside an event would end its line.
  const body = entries.map(([, fields]) => `${eventOf(fields).replaceAll(/[\r\n]/g, ' ')}\n`).join('');
  for (let pauseMs = 250; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    let retryAfterMs = 0;
    try {
      const response = await fetch(`${INTAKE_URL}/v1/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${INTAKE_TOKEN}`, 'Content-Type': 'application/x-ndjson' },
        body,
        signal: AbortSignal.timeout(60_000),
      });
      const { status } = response;
      if (status === 200 || WRONG_BODY.has(status)) return await response.json();
      retryAfterMs = Number(response.headers.get('Retry-After')) * 1_000;
      process.stderr.write(`not delivered: ${status} ${await response.text()}\n`);
    } catch (error) {
      process.stderr.write(`not delivered: ${error.message}\n`);
    }
    // What is not acknowledged is delivered after the next start.
    if (stop.signal.aborted) process.exit(1);
    await sleep(Math.max(retryAfterMs, pauseMs * (0.5 + Math.random() / 2)));
  }
}

/** Keeps what the intake refused, with the reason, for a person to look at. */
async function setAside([id, fields], reason) {
  await redis.xadd(`${STREAM}:refused`, '*', 'entry', id, 'reason', reason, 'event', eventOf(fields));
}

/** Redis returns the fields of an entry as a flat list of names and values; none if it was deleted since. */
function eventOf(fields) {
  return fields?.[fields.indexOf('event') + 1] ?? '';
}
