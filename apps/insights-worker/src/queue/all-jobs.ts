import type { ConsumerOptions } from './consumer.ts';

type Jobs = Pick<ConsumerOptions, 'handlers' | 'schedules' | 'addMissingJobs'>;

/** Several kinds of jobs in one queue. */
export function allJobs(...kinds: readonly Jobs[]): Jobs {
  return {
    handlers: Object.assign({}, ...kinds.map(({ handlers }) => handlers)) as Jobs['handlers'],
    schedules: kinds.flatMap(({ schedules }) => schedules),
    async addMissingJobs(queue) {
      for (const { addMissingJobs } of kinds) await addMissingJobs(queue);
    },
  };
}
