export const ID_KINDS = ['website', 'area', 'campaign', 'variant', 'step', 'element'] as const;
export type Ids = Record<(typeof ID_KINDS)[number], readonly number[]>;

/** A customer whose data must not appear in the answers of another. */
export interface Tenant {
  name: string;
  /** In every name of the tenant's data, and in no other data. */
  mark: string;
  ids: Ids;
  foreignIds: Ids;
  /** Of contacts of both tenants; they do not carry the mark, because a query may repeat them. */
  emails: readonly string[];
  tokens: { rest: string; mcp: string; intake: string };
}
