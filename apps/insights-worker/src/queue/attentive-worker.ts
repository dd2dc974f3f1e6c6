import { type IQueueBackend, type JobJson, type Processor, Worker, type WorkerOptions } from 'bullmq';
import type { QueueBackend } from './backend.ts';

type Options = Omit<WorkerOptions, 'connection'> & { wallClock: () => Date };

/**
 * A worker that remembers when the queue last answered it, with a job or with none. A worker can stand
 * still while its process and its connection look well: this is the one sign that it still asks.
 */
export class AttentiveWorker extends Worker<unknown, unknown, string, IQueueBackend> {
  answeredAt: Date | undefined;
  readonly #wallClock: () => Date;

  constructor(
    queueName: string,
    processor: Processor,
    { wallClock, ...options }: Options,
    backend: QueueBackend,
  ) {
    super(queueName, processor, { ...options, connection: {} }, backend);
    this.#wallClock = wallClock;
  }

  protected override nextJobFromJobData(jobData?: JobJson, jobId?: string, token?: string) {
    this.answeredAt = this.#wallClock();
    return super.nextJobFromJobData(jobData, jobId, token);
  }
}
