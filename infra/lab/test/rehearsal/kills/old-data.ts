import { Sketch, visitorKey } from '@funnel/domain';
import postgres from 'postgres';

/** The last migration before those that change rows. */
export const OLD_SCHEMA = '0002_authorization';

const CAMPAIGNS = 40;
const VISITORS = 25;

/** Fills a database of this old schema with a row of every kind that a later migration changes. */
export async function fillOldSchema(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const sketch = `'\\x${sketchOfSome()}'`;
  try {
    await sql.unsafe(`
      insert into accounts (id, name) values (1, 'Oak'), (2, 'Elm');
      insert into websites (id, account_id, name, api_key_encrypted, api_key_hash)
        values (1, 1, 'oak.example', '\\x01', '\\x01'), (2, 2, 'elm.example', '\\x02', '\\x02');
      insert into users (email, password_hash)
        select 'person-' || n || '@example.com', 'x' from generate_series(1, 3) as n;
      insert into account_members (account_id, user_id) values (1, 1), (1, 2), (2, 3);
      insert into personal_tokens (user_id, name, website_ids, scopes, resource, token_hash, grant_id_hash, expires_at, last_used_at)
        select 1, 'token ' || n, '{1}', '{reports}', 'http://127.0.0.1:3000', sha256(n::text::bytea),
          sha256(n::text::bytea), '2030-01-01', case when n > 1 then '2026-01-01'::timestamptz end
        from generate_series(1, 3) as n;
      insert into rollups (website_id, level, grain, bucket, subject_id, views, views_sketch, conversions_sketch)
        select 1, level, grain, '2026-01-01', n, 10, ${sketch}, case when n > 1 then ${sketch}::bytea end
        from generate_series(1, ${CAMPAIGNS}) as n, unnest(enum_range(null::level)) as level,
          unnest(enum_range(null::grain)) as grain;
      insert into insights_snapshots (website_id, week, recommendations) values (1, '2026-01-05', '[]');
      insert into insights_metrics (website_id, week, level, subject_id, views)
        select 1, '2026-01-05', level, 1, 5 from unnest(enum_range(null::level)) as level;
      insert into element_fields (website_id, element_id, grain, bucket, field, field_type, value, answers, visitors_sketch)
        select 1, 1, grain, '2026-01-01', 'size', 'choice', 'XL', 3, ${sketch} from unnest(enum_range(null::grain)) as grain`);
  } finally {
    await sql.end();
  }
}

/** In hexadecimal. */
function sketchOfSome(): string {
  const tokens = Array.from(
    { length: VISITORS },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  return Buffer.from(Sketch.of(tokens.map((token) => visitorKey(token))).encode()).toString('hex');
}
