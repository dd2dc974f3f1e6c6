import type { Scope } from '@funnel/domain';

/** What a person reads when a scope is asked for. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  reports: 'Read reports: views, conversions, revenue and insights',
  'contacts:read': 'Read contacts, with their personal data',
  'contacts:write': 'Add, change and delete contacts',
  'ctas:read': 'Read campaigns and their settings',
  'ctas:write': 'Create and change campaigns',
  'areas:read': 'Read the areas where campaigns are shown',
  'websites:read': 'Read the settings of the websites',
};
