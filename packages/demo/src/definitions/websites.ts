import { LEDGERLOOP } from './ledgerloop.ts';
import { OAK_AND_LINEN } from './oak-and-linen.ts';
import type { WebsiteSpec } from './specs.ts';
import { TIDEWATER_RETREATS } from './tidewater-retreats.ts';

export const DEMO_ACCOUNT_ID = 1;
/** The name of the demo account, once it is completely loaded. */
export const DEMO_ACCOUNT_NAME = 'Demo Marketing Group';

export const DEMO_WEBSITES: readonly WebsiteSpec[] = [OAK_AND_LINEN, LEDGERLOOP, TIDEWATER_RETREATS];
