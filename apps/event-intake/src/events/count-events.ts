import { Counter, type Registry } from '@funnel/service';

export type EventCounter = (summary: { recorded: number; repeated: number; refused: number }) => void;

export function createEventCounter(registry: Registry): EventCounter {
  const events = new Counter({
    name: 'events_total',
    help: 'Events of answered requests by outcome: recorded, repeated (a duplicate), refused',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (summary) => {
    for (const outcome of ['recorded', 'repeated', 'refused'] as const)
      events.inc({ outcome }, summary[outcome]);
  };
}
