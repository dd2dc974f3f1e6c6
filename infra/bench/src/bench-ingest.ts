import { LocalError, parseArguments } from '@funnel/servers';
import type { BenchContext } from './bench-context.ts';
import { newDatabase } from './bench-database.ts';
import { measureAppend } from './ingest/measure-append.ts';
import { measureBackfill } from './ingest/measure-backfill.ts';
import { measureHttp } from './ingest/measure-http.ts';
import { measurePending } from './ingest/measure-pending.ts';
import { type Row, tableOf } from './performance/report/table.ts';

const PARTS = ['append', 'pending', 'http', 'backfill'] as const;
type Part = (typeof PARTS)[number];
const USAGE = `Usage: npm run -s bench -- ingest [${PARTS.join('|')} ...] [--quick]`;

const FULL = { rounds: 15, asks: 120, year: 500_000, file: 4_000_000, seconds: 30 };
const QUICK = { rounds: 5, asks: 40, year: 100_000, file: 400_000, seconds: 8 };

/** `npm run -s bench -- ingest [append|pending|http|backfill ...] [--quick]`: recording events, in parts or all of it. */
export async function benchIngest(context: BenchContext, args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(USAGE, {
    args,
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  const unknown = positionals.find((name) => !PARTS.includes(name as Part));
  if (unknown !== undefined) throw new LocalError(`There is no part ${unknown}.\n${USAGE}`);
  const wanted = (part: Part) => positionals.length === 0 || positionals.includes(part);
  const { rounds, asks, year, file, seconds } = values.quick ? QUICK : FULL;
  const rows: Row[] = [];
  if (wanted('append'))
    rows.push(...(await measureAppend(await newDatabase(context.databaseUrl, 'append'), rounds)));
  if (wanted('pending')) rows.push(...(await measurePending(context, { events: year, rounds: asks })));
  if (wanted('http'))
    rows.push(
      ...(await measureHttp(context, {
        databaseUrl: await newDatabase(context.databaseUrl, 'http'),
        seconds,
      })),
    );
  if (wanted('backfill')) rows.push(...(await measureBackfill(context, file)));
  console.log(tableOf(rows));
}
