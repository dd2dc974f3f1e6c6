/** Risk of naming even one variant of the website's week by mere chance; the same for changes of the week. */
export const FAMILY_ALPHA = 0.01;

/** Fewer viewers say nothing about a rate. */
export const MIN_VIEWS = 100;

/** A mere fact, and a step's drop-off, need fewer: they compare with nothing. */
export const MIN_FACT_VIEWS = 50;

/** Fewer conversions say nothing about what follows them. */
export const MIN_CONVERSIONS = 30;

/** Fewer orders say nothing about revenue: single orders differ too much. */
export const MIN_ORDERS = 10;

/** What a campaign's conversion rate swings of itself from one week to the next, relative. */
export const RATE_SPREAD = 0.06;

/** A change below it is not worth a text, however certain. Relative to the week before. */
export const MIN_RATE_CHANGE = 0.2;
export const MIN_VIEWS_CHANGE = 0.3;

/** At most this part of the week before, or of the others, is left: not a decline but a stop. */
export const STOPPED = 0.25;

/** "Hardly anybody". */
export const HARDLY_CONVERTING = 0.01;
export const HARDLY_COMPLETING = 0.05;

/** Of those who acted on a step so many should at least see the next one. */
export const USUALLY_SHOWN = 0.75;

/**
 * What acting upon a weak place brings where nothing says it better, and what acting upon good news does,
 * whose gain is there already: a tenth.
 */
export const MODEST_GAIN = 0.1;

/** Fewer views are mostly nobody's doing: holidays, seasons, the end of a promotion. */
export const OWN_DOING = 0.25;

/** Against a benchmark of other campaigns, which are not alike: half of it is what can be hoped for. */
export const HALF = 0.5;
