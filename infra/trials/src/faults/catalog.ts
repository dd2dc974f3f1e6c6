/** The websites that callers send events for. */
export const WEBSITES = 3;
/** Campaigns of each website: one for each caller. */
export const CAMPAIGNS = 6;

/** Their ids. */
export const websiteIds = Array.from({ length: WEBSITES }, (_, index) => index + 1);

/** The catalog document of these websites. */
export const CATALOG = {
  accounts: [{ id: 1, name: 'Faults' }],
  websites: websiteIds.map((id) => ({ id, account_id: 1, name: `site-${id}.example` })),
  campaigns: websiteIds.flatMap((website_id) =>
    Array.from({ length: CAMPAIGNS }, (_, index) => ({
      id: index + 1,
      website_id,
      name: `Campaign ${index + 1}`,
      cta_type: 'bar',
    })),
  ),
};
