import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { TransactionSql } from 'postgres';

/** Sends the parts to a COPY statement. Without any part it is not sent. */
export async function copyInto(
  sql: TransactionSql,
  statement: string,
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  let copying: { stream: NodeJS.WritableStream; done: Promise<void> } | undefined;
  try {
    for await (const part of parts) {
      copying ??= await begin(sql, statement);
      if (!copying.stream.write(part)) await Promise.race([once(copying.stream, 'drain'), copying.done]);
    }
  } catch (error) {
    // Otherwise the connection would wait for more data for ever.
    if (copying) (copying.stream as unknown as { destroy(error: unknown): void }).destroy(error);
    throw error;
  }
  copying?.stream.end();
  await copying?.done;
}

async function begin(sql: TransactionSql, statement: string) {
  const stream = await sql.unsafe(statement).writable();
  // An error of the server also ends `finished`, which reports it.
  const done = finished(stream);
  done.catch(() => {});
  return { stream, done };
}
