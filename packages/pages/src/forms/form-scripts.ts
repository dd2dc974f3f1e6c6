import { readAsset } from '../look/page-assets.ts';
import { fileEndpoints, pageFile } from '../look/page-file.ts';

/** Searches a long list of websites. */
export const WEBSITE_SEARCH = pageFile('website-search', 'js', readAsset('website-search.js'));
/** Fills in the time zone of the browser. */
export const TIME_ZONE = pageFile('time-zone', 'js', readAsset('time-zone.js'));

/** The scripts of forms, as GET endpoints by path. */
export const FORM_SCRIPTS = fileEndpoints([WEBSITE_SEARCH, TIME_ZONE]);
