import { createReadStream, fstatSync, type Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  INGEST_FORMATS,
  type IngestSummary,
  ingest,
  parseFileInThread,
  pruneLedger,
  type RefusedLine,
  UnreadableFileError,
} from '@funnel/ingest';
import { createClock, readConfig } from '@funnel/service';
import { visitorConfig } from '../config.ts';
import {
  type CliContext,
  type Command,
  type CommandContext,
  EXIT_INTERRUPTED,
  UsageError,
} from '../context.ts';
import { FLAG, oneOf, onlyOne, parseArguments, parseNumber, TEXT, unreadableFile } from '../options.ts';
import { createProgress } from '../progress.ts';
import { visitorSecretsOf } from '../visitor-secrets.ts';
import { withDatabase } from '../with-database.ts';

/** For fewer events, the time of the start would be most of it. */
const MIN_RATED_EVENTS = 10_000;
const MIN_THREAD_BYTES = 4 * 1024 * 1024;
const MAX_BATCH_EVENTS = 999_999;
const FORMAT_RULE = `--format must be one of ${INGEST_FORMATS.join(', ')}.`;

export const ingestCommand: Command = {
  usage:
    'ingest FILE [--format ndjson|csv] [--refused FILE] [--batch-events N] [--json]   (- for standard input)',
  summary:
    'Ingests events from an NDJSON or CSV file. Exits with 1 if any line was refused.\n' +
    'Refused lines go to FILE.refused.ndjson with their line number and reason; all others are counted.\n' +
    'After an interruption, run it again: each event counts once.',
  again: 'Run the command again: nothing counts twice.',
  connections: 2,
  async run(context) {
    const options = readOptions(context);
    const config = readConfig(visitorConfig, context.env);
    const source = await openSource(context, options.file);
    await requireOtherFile(source, options.refusedFile);
    return withDatabase(context, config, async (database, { waits }) => {
      const visitorSecrets = await visitorSecretsOf(database, config);
      const refused = new RefusedFile(options.refusedFile);
      const waitingFor = () => waits.describe() ?? (source.isWaiting ? 'waiting for input' : undefined);
      const progress = createProgress(context.stderr, context.wallClock, waitingFor);
      const startedAt = context.wallClock().getTime();
      const perSecond = (events: number) =>
        Math.round(events / Math.max(0.001, (context.wallClock().getTime() - startedAt) / 1000));
      try {
        const summary = await ingest(database, source.chunks, {
          now: createClock(config.NOW, context.wallClock),
          format: options.format,
          signal: context.signal,
          batchEvents: options.batchEvents,
          visitorSecrets,
          // For a small file, starting a thread would be most of the time.
          parse: (source.totalBytes ?? MIN_THREAD_BYTES) < MIN_THREAD_BYTES ? undefined : parseFileInThread,
          onRefused: (lines) => refused.append(lines),
          onProgress: (soFar) =>
            progress.update({
              done: source.bytesRead,
              total: source.totalBytes,
              text: `${soFar.read} events, ${perSecond(soFar.read)}/s, ${soFar.refused} refused`,
            }),
        });
        progress.end();
        // The events are recorded. What is not deleted now, the insights worker or the next load deletes.
        await pruneLedger(database, context.signal).catch((error: Error) =>
          context.say(`Old entries of the ledger were not deleted: ${error.message}`),
        );
        if (summary.read >= MIN_RATED_EVENTS) context.say(`${perSecond(summary.read)} events/s`);
        return report(context, summary, refused, options.json);
      } catch (error) {
        progress.end();
        if (!(error instanceof UnreadableFileError)) throw error;
        throw new UsageError(error.message);
      } finally {
        await refused.close();
      }
    }).finally(() => source.close());
  },
};

function report(
  context: CommandContext,
  summary: IngestSummary,
  refused: RefusedFile,
  asJson: boolean,
): number {
  context.stdout.write(asJson ? `${JSON.stringify(summary)}\n` : textOf(summary));
  if (summary.refused > 0) context.say(`Refused lines and their reasons: ${refused.path}`);
  if (context.signal.aborted) {
    context.say('Interrupted. Run the command again to continue: each event counts once.');
    return EXIT_INTERRUPTED;
  }
  return summary.refused > 0 ? 1 : 0;
}

/** Keys that were ignored follow the counts, a line each. */
function textOf({
  ignored_keys: ignored = {},
  ignored_keys_omitted: omitted,
  ...counts
}: IngestSummary): string {
  return [
    ...Object.entries(counts).map(([name, count]) => `${name} ${count}\n`),
    ...Object.entries(ignored).map(([name, count]) => `ignored ${name} ${count}\n`),
    ...(omitted === undefined ? [] : [`ignored others ${omitted}\n`]),
  ].join('');
}

function readOptions({ argv, cwd }: CliContext) {
  const options = { format: TEXT, refused: TEXT, 'batch-events': TEXT, json: FLAG };
  const { values, positionals } = parseArguments(argv, options);
  const { format, json, 'batch-events': batchEvents } = values;
  const file = onlyOne(positionals, 'Pass exactly one file, or - for standard input.');
  const refusedFile = values.refused ?? (file === '-' ? 'stdin.refused.ndjson' : `${file}.refused.ndjson`);
  return {
    file,
    format: format === undefined ? undefined : oneOf(format, INGEST_FORMATS, FORMAT_RULE),
    batchEvents:
      batchEvents === undefined
        ? undefined
        : parseNumber('--batch-events', batchEvents, [1, MAX_BATCH_EVENTS]),
    json,
    refusedFile: resolve(cwd, refusedFile),
  };
}

async function openSource({ cwd, stdin }: CliContext, file: string) {
  // Standard input of a shell may be a file, too.
  if (file === '-') return sourceOf(stdin, 'fd' in stdin ? fstatSync(Number(stdin.fd)) : undefined);
  const path = resolve(cwd, file);
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadableFile(file, error);
  });
  if (info.isDirectory()) throw new UsageError(`${file} is a folder.`);
  return sourceOf(createReadStream(path, { highWaterMark: 1024 * 1024 }), info);
}

/** Refused lines must not replace the file that they come from, whatever its name. */
async function requireOtherFile(source: ReturnType<typeof sourceOf>, refusedFile: string): Promise<void> {
  const other = await stat(refusedFile).catch(() => undefined);
  if (!other || source.info?.ino !== other.ino || source.info.dev !== other.dev) return;
  source.close();
  throw new UsageError('--refused names the file that is read, which would be lost. Pass another name.');
}

function sourceOf(stream: Readable, info: Stats | undefined) {
  const source = {
    chunks: count(),
    info,
    totalBytes: info?.isFile() ? info.size : undefined,
    bytesRead: 0,
    isWaiting: false,
    // Ends the read that is under way: an open standard input would keep the process alive.
    close: () => void stream.destroy(),
  };
  async function* count(): AsyncGenerator<Uint8Array> {
    source.isWaiting = true;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      source.isWaiting = false;
      source.bytesRead += chunk.length;
      yield chunk;
      source.isWaiting = true;
    }
    source.isWaiting = false;
  }
  return source;
}

/** The refused lines as NDJSON: line number, code, reason and the line itself. */
class RefusedFile {
  readonly path: string;
  #handle: FileHandle | undefined;

  constructor(path: string) {
    this.path = path;
  }

  async append(lines: RefusedLine[]): Promise<void> {
    this.#handle ??= await open(this.path, 'w');
    await this.#handle.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** Without refused lines, deletes the file of an earlier run, which would be misleading. */
  async close(): Promise<void> {
    if (this.#handle) await this.#handle.close();
    else await rm(this.path, { force: true });
  }
}
