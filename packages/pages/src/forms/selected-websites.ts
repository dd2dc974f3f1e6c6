/** The ids that a form selects, and the error if one of them is not the person's. */
export type SelectedWebsites<Id extends number> =
  | { selectedIds: readonly number[]; websiteIds: readonly Id[] }
  | { selectedIds: readonly number[]; error: string };

/**
 * Reads what a website picker sends: `website_ids`, and `account_ids` for all websites that an account has now.
 * A page lists only the person's own, but a request can contain any id: one that is not theirs is refused.
 */
export function selectedWebsites<Id extends number>(
  body: unknown,
  own: readonly { id: Id; accountId: number }[],
): SelectedWebsites<Id> {
  const { website_ids, account_ids } = (body ?? {}) as Record<string, unknown>;
  const accountIds = readIds(account_ids);
  const ofAccounts = own.filter(({ accountId }) => accountIds.has(accountId));
  const selected = new Set<number>([...readIds(website_ids), ...ofAccounts.map(({ id }) => id)]);
  const selectedIds = [...selected];
  const websiteIds = own
    .map(({ id }) => id)
    .filter((id) => selected.has(id))
    .sort((one, other) => one - other);
  const ownedAccounts = new Set(ofAccounts.map(({ accountId }) => accountId));
  if (ownedAccounts.size < accountIds.size || websiteIds.length < selected.size)
    return { selectedIds, error: 'Select only websites from this list.' };
  if (websiteIds.length === 0) return { selectedIds, error: 'Select at least one website.' };
  return { selectedIds, websiteIds };
}

const ID = /^[1-9]\d{0,9}$/;

/** An invalid id becomes 0, which nothing has. */
function readIds(selected: unknown): Set<number> {
  const texts: unknown[] = selected === undefined ? [] : [selected].flat();
  return new Set(texts.map((text) => (typeof text === 'string' && ID.test(text) ? Number(text) : 0)));
}
