import type { Stage } from './stage.ts';

/** Something that goes wrong, and how it ends. */
export interface Fault {
  name: string;
  title: string;
  /** How long it lasts; a fault that ends by itself lasts as long as it takes. */
  lastsMs: number;
  begin(stage: Stage): Promise<void>;
  end?(stage: Stage): Promise<void> | void;
}

/** Everything that `npm run -s faults` does to the product, one after the other. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'postgres-restart',
    title: 'PostgreSQL restarts',
    lastsMs: 0,
    async begin({ postgres }) {
      await postgres.stop();
      await postgres.start();
    },
  },
  {
    name: 'postgres-kill',
    title: 'PostgreSQL is killed and comes back',
    lastsMs: 5_000,
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
  },
  {
    name: 'postgres-pause',
    title: 'PostgreSQL does not answer',
    lastsMs: 15_000,
    begin: ({ postgres }) => postgres.pause(),
    end: ({ postgres }) => postgres.resume(),
  },
  {
    name: 'backends-stop',
    title: 'the connections to PostgreSQL do not answer',
    lastsMs: 15_000,
    begin: ({ postgres }) => postgres.pauseBackends(),
    end: ({ postgres }) => postgres.resume(),
  },
  {
    name: 'disk-full',
    title: 'the disk of PostgreSQL is full',
    lastsMs: 15_000,
    begin: async ({ disk }) => disk?.fill(),
    async end({ disk, postgres }) {
      await disk?.free();
      await postgres.start();
    },
  },
  {
    name: 'redis-flush',
    title: 'Redis loses its data',
    lastsMs: 0,
    begin: async ({ redis }) => redis?.flush(),
  },
  {
    name: 'redis-kill',
    title: 'Redis is killed and comes back empty',
    lastsMs: 1_000,
    begin: async ({ redis }) => redis?.kill(),
    end: async ({ redis }) => redis?.restart(),
  },
  {
    name: 'redis-gone',
    title: 'Redis is gone',
    lastsMs: 15_000,
    begin: async ({ redis }) => redis?.kill(),
    end: async ({ redis }) => redis?.restart(),
  },
  {
    name: 'authorization-server-gone',
    title: 'the authorization server is gone',
    lastsMs: 15_000,
    begin: ({ services }) => services.hold('authorization-server'),
    end: ({ services }) => services.release('authorization-server'),
  },
];
