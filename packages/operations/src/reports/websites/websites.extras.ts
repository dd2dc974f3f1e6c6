import type { WebsiteFacts } from '@funnel/db';
import type { Window } from '@funnel/domain';
import { currenciesOf } from '../../extras/currencies.ts';
import type { Extras } from '../../extras/extras.ts';
import { growingDay } from '../../extras/growing-day.ts';

interface Facts {
  websites: readonly WebsiteFacts[];
  window: Window;
  now: Date;
  trends: Extras['trends'];
  activity: Extras['activity'];
}

export function websitesExtras({ websites, window, now, trends, activity }: Facts): Extras {
  return {
    currencies: currenciesOf(websites),
    ...(trends && { trends }),
    ...(activity && { activity }),
    ...(trends && growingDay(window, now)),
  };
}
