/** Facts and drop-offs need fewer viewers, because they compare nothing. */
export const MIN_FACT_VIEWS = 50;

/** The fewest conversions for a statement about what follows them. */
export const MIN_CONVERSIONS = 30;

/** The fewest orders for a statement about revenue, because single orders differ a lot. */
export const MIN_ORDERS = 10;

/** How much a campaign's conversion rate varies from week to week without any cause (relative standard deviation). */
export const RATE_SPREAD = 0.06;

/** Smaller changes of the rate, relative to the week before, are not worth a text even if they are significant. */
export const MIN_RATE_CHANGE = 0.2;
/** Smaller changes of the views, relative to the week before, are not worth a text even if they are significant. */
export const MIN_VIEWS_CHANGE = 0.3;

/** A rate that is at most this part of its benchmark has stopped rather than declined. */
export const STOPPED = 0.25;

/** The highest conversion rate that counts as "almost no conversions". */
export const ALMOST_NO_CONVERSIONS = 0.01;
export const ALMOST_NO_COMPLETIONS = 0.05;

/** Of the visitors who act on a step, at least this share should see the next one. */
export const EXPECTED_NEXT_STEP = 0.75;

/** The assumed gain of an improvement without a better estimate, and of repeating a success: a tenth. */
export const MODEST_GAIN = 0.1;

/** The weight of lost views: most losses have causes that nobody controls, such as holidays and seasons. */
export const LOST_VIEWS_WEIGHT = 0.25;

/** A half: the realistic gain compared with other campaigns, which differ; and the majority of visitors or of a change. */
export const HALF = 0.5;
