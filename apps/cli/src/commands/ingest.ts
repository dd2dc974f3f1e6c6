import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  INGEST_FORMATS,
  type IngestFormat,
  type IngestSummary,
  UnreadableFileError,
  ingest,
  pruneLedger,
} from '@funnel/ingest';
import { migrateDatabase, openDatabase } from '@funnel/db';
import { createClock, readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import { type CliContext, type Command, UsageError } from '../context.ts';
import { createProgress } from '../progress.ts';
import { RefusedFile } from '../refused-file.ts';

interface Source {
  chunks: AsyncIterable<Uint8Array>;
  /** Unknown for standard input. */
  totalBytes: number | undefined;
  bytesRead: number;
}

const INTERRUPTED = 130;

export const ingestCommand: Command = {
  usage:
    'ingest FILE [--format ndjson|csv] [--refused FILE] [--batch-events N] [--json]   (- for standard input)',
  summary:
    'Counts events from NDJSON or CSV. Ends with status 1 when any line was refused.\n' +
    'Refused lines go to FILE.refused.ndjson with line number and reason; the rest is counted.\n' +
    'Run it again after any interruption: an event counts once, whatever happened.',
  async run(context) {
    const options = readOptions(context);
    const config = readConfig(databaseConfig, context.env);
    const source = await openSource(context, options.file);
    await migrateDatabase(config.DATABASE_URL);
    const database = openDatabase({
      url: config.DATABASE_URL,
      applicationName: 'funnel-ingest',
      maxConnections: 2,
    });
    const refused = new RefusedFile(options.refusedFile);
    const progress = createProgress(context.stderr, context.wallClock);
    const startedAt = context.wallClock().getTime();
    const perSecond = (events: number) =>
      Math.round(events / Math.max(0.001, (context.wallClock().getTime() - startedAt) / 1000));
    try {
      const summary = await ingest(database, source.chunks, {
        now: createClock(config.NOW, context.wallClock),
        format: options.format,
        signal: context.signal,
        batchEvents: options.batchEvents,
        onRefused: (lines) => refused.append(lines),
        onProgress: (soFar) =>
          progress.update({
            done: source.bytesRead,
            total: source.totalBytes,
            text: `${soFar.read} events, ${perSecond(soFar.read)}/s, ${soFar.refused} refused`,
          }),
      });
      progress.end();
      await pruneLedger(database);
      context.stderr.write(`${perSecond(summary.read)} events/s\n`);
      return report(context, summary, refused, options.json);
    } catch (error) {
      progress.end();
      if (!(error instanceof UnreadableFileError)) throw error;
      throw new UsageError(error.message);
    } finally {
      await refused.close();
      await database.close();
    }
  },
};

function report(context: CliContext, summary: IngestSummary, refused: RefusedFile, asJson: boolean): number {
  if (asJson) context.stdout.write(`${JSON.stringify(summary)}\n`);
  else for (const [name, count] of Object.entries(summary)) context.stdout.write(`${name} ${count}\n`);
  if (summary.refused > 0) context.stderr.write(`Refused lines, with reasons: ${refused.path}\n`);
  if (context.signal.aborted) {
    context.stderr.write('Interrupted. Run the same command again: what was counted stays counted once.\n');
    return INTERRUPTED;
  }
  return summary.refused > 0 ? 1 : 0;
}

function readOptions({ argv, cwd }: CliContext) {
  const { values, positionals } = parseOptions(argv);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError('Name one file, or - for standard input.');
  const format = values.format;
  if (format !== undefined && !isFormat(format))
    throw new UsageError(`--format is one of ${INGEST_FORMATS.join(', ')}.`);
  const refusedFile = values.refused ?? (file === '-' ? 'stdin.refused.ndjson' : `${file}.refused.ndjson`);
  const batchEvents = values['batch-events'];
  if (batchEvents !== undefined && !/^[1-9]\d{0,5}$/.test(batchEvents)) {
    throw new UsageError('--batch-events is a number from 1 to 999999.');
  }
  return {
    file,
    format,
    batchEvents: batchEvents ? Number(batchEvents) : undefined,
    json: values.json,
    refusedFile: resolve(cwd, refusedFile),
  };
}

function parseOptions(argv: string[]) {
  const options = {
    format: { type: 'string' },
    refused: { type: 'string' },
    'batch-events': { type: 'string' },
    json: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function isFormat(format: string): format is IngestFormat {
  return (INGEST_FORMATS as readonly string[]).includes(format);
}

async function openSource({ cwd, stdin }: CliContext, file: string): Promise<Source> {
  if (file === '-') return counted(stdin, undefined);
  const path = resolve(cwd, file);
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code ?? error.message}.`);
  });
  if (info.isDirectory()) throw new UsageError(`${file} is a folder.`);
  return counted(
    createReadStream(path, { highWaterMark: 1024 * 1024 }),
    info.isFile() ? info.size : undefined,
  );
}

function counted(stream: AsyncIterable<Uint8Array>, totalBytes: number | undefined): Source {
  const source: Source = { chunks: count(), totalBytes, bytesRead: 0 };
  async function* count() {
    for await (const chunk of stream) {
      source.bytesRead += chunk.length;
      yield chunk;
    }
  }
  return source;
}
