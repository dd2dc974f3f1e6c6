import type { Database } from '@funnel/db';
import {
  createSend,
  deleteOldNotifications,
  deliverLetters,
  deliverMessages,
  keepingMailer,
  type Mailer,
  smtpMailer,
  watchWebsites,
} from '@funnel/notifications/work';
import {
  type Clock,
  type Logger,
  logOnce,
  type Network,
  network as openNetwork,
  type Registry,
} from '@funnel/service';
import type { Config } from '../config.ts';
import { addOnce } from '../queue/add-once.ts';
import type { ConsumerOptions } from '../queue/consumer.ts';
import type { WorkQueue } from '../queue/backend.ts';
import { observeNotifications } from './notification-metrics.ts';
import { createPost } from './post.ts';

/** The name of the job that looks for what is worth telling. */
const WATCH = 'watch';
export const DELIVER = 'deliver';

export interface NotificationJobsOptions {
  database: Database;
  config: Config;
  /** Decides which day it is; `NOW` sets it. */
  clock: Clock;
  wallClock: () => Date;
  logger: Logger;
  registry: Registry;
  network?: Network;
}

export interface NotificationJobs extends Pick<ConsumerOptions, 'handlers' | 'schedules' | 'addMissingJobs'> {
  /** Lets jobs end after what is under way. */
  stop(): void;
  close(): void;
}

const NO_JOBS: NotificationJobs = {
  handlers: {},
  schedules: [],
  addMissingJobs: async () => {},
  stop: () => {},
  close: () => {},
};

/** They come again soon, so that a failed one is not repeated. */
const KEPT = { removeOnComplete: true, removeOnFail: { count: 100 } } as const;

/** The jobs that watch and deliver; none without the key that seals addresses. */
export function notificationJobs(options: NotificationJobsOptions): NotificationJobs {
  const { database, config, clock, wallClock, logger, registry } = options;
  const encryptionKey = config.NOTIFICATIONS_ENCRYPTION_KEY;
  if (!encryptionKey) return NO_JOBS;
  const metrics = observeNotifications(database, { registry, intervalMs: config.WATCH_INTERVAL_MS });
  const stopping = new AbortController();
  const { signal } = stopping;
  const mailer = mailerOf(config, logger);
  const send = createSend({
    mailer,
    post: createPost(options.network ?? openNetwork, config.ALLOWED_PRIVATE_RECEIVERS),
    clock: wallClock,
    encryptionKey,
    settingsUrl: config.AUTHORIZATION_SERVER_ISSUER,
    dashboardUrl: config.DASHBOARD_URL,
    mailDomain: domainOf(config.MAIL_FROM),
  });
  const onFailure = logOnce(logger, 'a message could not be noted; it is sent again');

  async function watch(queue: WorkQueue) {
    const summary = await watchWebsites(database, {
      now: clock(),
      signal,
      intervalMs: config.WATCH_INTERVAL_MS,
      onFailure(error, websiteIds) {
        metrics.failed();
        logger.error({ err: error, websiteIds }, 'websites were not watched; the next round tries again');
      },
    });
    metrics.watched(summary, wallClock());
    if (summary.messages > 0) logger.info(summary, 'something to tell');
    await deleteOldNotifications(database);
    await addOnce(queue, DELIVER);
    return summary;
  }

  return {
    handlers: {
      [WATCH]: oneAtATime((queue) => watch(queue)),
      [DELIVER]: oneAtATime(async () => {
        // First, because they are few.
        await deliverLetters(database, { send, random: Math.random, signal });
        return deliverMessages(database, {
          encryptionKey,
          now: clock(),
          send,
          perHour: config.MESSAGES_PER_HOUR,
          random: Math.random,
          signal,
          onAttempt: metrics.attempt,
          onFailure(error) {
            metrics.failed();
            onFailure(error);
          },
        });
      }),
    },
    schedules: [
      { id: WATCH, repeat: { every: config.WATCH_INTERVAL_MS }, options: KEPT },
      { id: DELIVER, repeat: { every: config.DELIVER_INTERVAL_MS }, options: KEPT },
    ],
    // At the start and after the queue lost its jobs: nobody waits for an hour.
    addMissingJobs: (queue) => addOnce(queue, WATCH),
    stop: () => stopping.abort(),
    close: () => mailer.close(),
  };
}

/** Jobs that come while one is running end at once: they would take the places of others. */
function oneAtATime<Result>(work: (queue: WorkQueue) => Promise<Result>) {
  let isRunning = false;
  return async (_job: unknown, queue: WorkQueue) => {
    if (isRunning) return 'already running';
    isRunning = true;
    try {
      return await work(queue);
    } finally {
      isRunning = false;
    }
  };
}

function mailerOf({ SMTP_URL: url, MAIL_FOLDER: folder, MAIL_FROM: from }: Config, logger: Logger): Mailer {
  if (url && !isPlaceholder(url)) return smtpMailer({ url, from });
  if (folder) return keepingMailer({ folder, from });
  logger.info('there is no mail server in SMTP_URL: mails wait until there is one');
  const answer = 'The operator has not set SMTP_URL.';
  return { send: async () => ({ outcome: 'held', answer }), close: () => {} };
}

/** What `npm run -s secrets` writes, because an address must be there. */
function isPlaceholder(url: string): boolean {
  return new URL(url).hostname.endsWith('.invalid');
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
}
