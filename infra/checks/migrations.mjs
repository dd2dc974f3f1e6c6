/** Refuses statements in new migrations that would block or break running services: see docs/operate/upgrade.md. */
import { checkMigrations } from '../local/dist/check-migrations.js';

process.exitCode = checkMigrations(process.cwd());
