import type { Connection } from '@funnel/db';
import { bool, int4 } from '@funnel/db/sql';
import { statement } from '../statement.ts';

const readTurns = statement(
  'read-turns',
  { after: int4(), looks: int4() },
  { channel_id: int4(), is_due: bool() },
);

const LOOKS = 256;

/** Goes round the channels that have something due: each has its turn, however much the others have. */
export class Turns {
  readonly #connection: Connection;
  #waiting: number[] = [];
  #after = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The next channels, `count` at most, and whether they are the last ones of this round. */
  async next(count: number): Promise<{ channels: number[]; isLast: boolean }> {
    if (this.#waiting.length === 0) {
      const looks = await readTurns(this.#connection, { after: this.#after, looks: LOOKS });
      this.#waiting = looks.filter((look) => look.is_due).map((look) => look.channel_id);
      this.#after = looks.length < LOOKS ? 0 : (looks.at(-1)?.channel_id ?? 0);
    }
    const channels = this.#waiting.splice(0, count);
    return { channels, isLast: this.#after === 0 && this.#waiting.length === 0 };
  }
}
