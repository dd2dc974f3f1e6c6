/** Splits items, which arrive in groups, into lists of at most `size`. */
export async function* chunkedGroups<Item>(
  groups: AsyncIterable<Iterable<Item>>,
  size: number,
): AsyncGenerator<Item[]> {
  let chunk: Item[] = [];
  for await (const items of groups)
    for (const item of items) {
      chunk.push(item);
      if (chunk.length < size) continue;
      yield chunk;
      chunk = [];
    }
  if (chunk.length > 0) yield chunk;
}

export function* chunked<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
