import { readFileSync } from 'node:fs';
import { fileEndpoints, FORM_SCRIPTS, pageFile } from '@funnel/pages';

/** Asks the browser for a passkey. */
export const PASSKEY = pageFile('passkey', 'js', readAsset('passkey.js'));

/** The scripts, as GET endpoints by path. */
export const PAGE_SCRIPTS = { ...FORM_SCRIPTS, ...fileEndpoints([PASSKEY]) };

function readAsset(name: string): string {
  return readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
}
