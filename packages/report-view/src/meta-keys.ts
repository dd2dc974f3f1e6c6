/** In `_meta` of a tool result: what a picture needs beyond the body. Models do not see it. */
export const EXTRAS_KEY = 'funnel/extras';
