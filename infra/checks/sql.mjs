/** Every SQL file must match its declaration in code. Needs the build; starts a PostgreSQL unless DATABASE_URL names one. */
import { fileURLToPath } from 'node:url';
import { checkSql } from '../local/dist/check-sql.js';

process.exitCode = await checkSql(fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, ''));
