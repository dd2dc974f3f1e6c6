import { readFileSync } from 'node:fs';
import { fileEndpoints, pageFile } from '@funnel/pages';

/** Searches a long list of websites. A page that loads it needs `allowScript`. */
export const WEBSITE_SEARCH = pageFile('website-search', 'js', readAsset('website-search.js'));
/** Asks the browser for a passkey. A page that loads it needs `allowScript`. */
export const PASSKEY = pageFile('passkey', 'js', readAsset('passkey.js'));
/** Fills in the time zone of the browser. A page that loads it needs `allowScript`. */
export const TIME_ZONE = pageFile('time-zone', 'js', readAsset('time-zone.js'));

/** The scripts, as GET endpoints by path. */
export const PAGE_SCRIPTS = fileEndpoints([WEBSITE_SEARCH, PASSKEY, TIME_ZONE]);

function readAsset(name: string): string {
  return readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
}
