import { type FileHandle, open, rm } from 'node:fs/promises';
import type { RefusedLine } from '@funnel/ingest';

/** The lines that were not counted, as NDJSON: line number, code, reason and the line itself. */
export class RefusedFile {
  readonly path: string;
  private handle: FileHandle | undefined;
  private opened = false;

  constructor(path: string) {
    this.path = path;
  }

  async append(lines: RefusedLine[]): Promise<void> {
    this.handle ??= await open(this.path, 'w');
    this.opened = true;
    await this.handle.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** A file that an earlier run left says nothing of this one. */
  async close(): Promise<void> {
    if (this.opened) await this.handle?.close();
    else await rm(this.path, { force: true });
  }
}
