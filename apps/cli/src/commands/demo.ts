import type { Command } from '../context.ts';

export const demo: Command = {
  usage: 'demo',
  summary: 'Loads the demonstration account.',
  async run() {
    return 0;
  },
};
