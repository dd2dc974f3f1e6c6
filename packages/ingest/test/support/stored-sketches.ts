import type { Database } from '@funnel/db';

const METRICS = ['views', 'conversions', 'completions', 'submissions', 'subscribes'] as const;
const REFERENCE = /^AAAA(?<level>[wcvse])(?<id>\d+)\.(?<revision>\d+)$/;

/** A sketch that is stored, or a reference to one. */
interface StoredSketch {
  website: number;
  /** Grain and first day. */
  bucket: string;
  level: string;
  subject: number;
  metric: string;
  text: string;
  /** Of the row. */
  revision: number;
  isPacked: boolean;
}

/** Every sketch of the rollups, as it is stored. `isPacked` is that of the row and of its bucket. */
export async function storedSketches({ sql }: Database): Promise<StoredSketch[]> {
  const rows = await sql.unsafe(`
    select r.website_id, concat(r.grain, ' ', r.bucket) as bucket, r.level::text as level, r.subject_id, r.revision::int, w.packed and r.packed as packed,
      ${METRICS.map((metric) => `r.${metric}_sketch`).join(', ')}
    from rollups r
    join rollups w on w.website_id = r.website_id and w.level = 'website' and w.grain = r.grain and w.bucket = r.bucket
    order by r.website_id, r.grain, r.bucket, r.level, r.subject_id`);
  return rows.flatMap((row) =>
    METRICS.flatMap((metric) => {
      const text = row[`${metric}_sketch`] as string | null;
      if (text === null) return [];
      const { website_id: website, bucket, level, subject_id: subject, revision, packed: isPacked } = row;
      return [{ website, bucket, level, subject, metric, text, revision, isPacked }];
    }),
  );
}

/** The sketches of the rollups by their place; references are followed here, with no code of the service. */
export async function resolvedSketches(database: Database): Promise<Map<string, string>> {
  const stored = await storedSketches(database);
  const byPlace = new Map(stored.map((sketch) => [placeOf(sketch), sketch]));
  return new Map([...byPlace].map(([place, sketch]) => [place, follow(place, sketch, byPlace)]));
}

type Place = Pick<StoredSketch, 'website' | 'bucket' | 'level' | 'subject' | 'metric'>;

const placeOf = ({ website, bucket, level, subject, metric }: Place) =>
  `${website} ${bucket} ${level} ${subject} ${metric}`;

function follow(place: string, sketch: StoredSketch, byPlace: ReadonlyMap<string, StoredSketch>): string {
  const { level, id, revision } = REFERENCE.exec(sketch.text)?.groups ?? {};
  if (level === undefined) return sketch.text;
  if (!sketch.isPacked) throw new Error(`${place} refers to another sketch, but it is not packed`);
  const holder = byPlace.get(placeOf({ ...sketch, level, subject: Number(id) }));
  if (!holder || REFERENCE.test(holder.text)) throw new Error(`${place} refers to no sketch`);
  if (holder.revision !== Number(revision)) throw new Error(`${place} refers to a sketch that has changed`);
  return holder.text;
}

/** How many references are stored. */
export async function countReferences(database: Database): Promise<number> {
  return (await storedSketches(database)).filter(({ text }) => REFERENCE.test(text)).length;
}
