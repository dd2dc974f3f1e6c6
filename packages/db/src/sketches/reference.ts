/** Three zero bytes in base64. No sketch begins so: its first bytes are its version and its mode. */
const PREFIX = 'AAAA';
/** `octet_length` tells a reference from a longer sketch without reading that. */
const MAX_LENGTH = 35;

/** SQL for the reference to a row of the rollups. It names the revision, so that it leads nowhere if the row has changed. */
export const REFERENCE = `concat('${PREFIX}', level, subject_id, '.', revision)`;

/** SQL for whether a sketch is long enough to be replaced by a reference. */
export function isLong(sketch: string): string {
  return `octet_length(${sketch}) > ${MAX_LENGTH}`;
}

/**
 * SQL for the sketch of a row `r` of the rollups; a reference is followed. One that leads nowhere stays as it is, and no decoder
 * accepts it. `websites` are those of the statement.
 */
export function wholeSketch(column: string, websites: string): string {
  const stored = `r.${column}`;
  return `case
    when r.packed and octet_length(${stored}) <= ${MAX_LENGTH} and left(${stored}, ${PREFIX.length}) = '${PREFIX}' then coalesce(
      (
        select ${column}
        from rollups
        where website_id = ${websites}
          and website_id = r.website_id
          and level = substr(${stored}, ${PREFIX.length + 1}, 1)::level
          and grain = r.grain
          and bucket = r.bucket
          and subject_id = split_part(substr(${stored}, ${PREFIX.length + 2}), '.', 1)::int
          and revision = split_part(${stored}, '.', 2)::bigint
      ),
      ${stored}
    )
    else ${stored}
  end`;
}
