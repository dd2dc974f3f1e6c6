/** What a visitor can do. An event counts at every level: website, campaign, variant, step and element. */
export const EVENT_TYPES = ['view', 'conversion', 'completion', 'submission', 'subscribe', 'order'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What a report can be about, from the widest to the narrowest. */
export const LEVELS = ['website', 'campaign', 'variant', 'step', 'element'] as const;
export type Level = (typeof LEVELS)[number];

/** How a campaign appears on a page. */
export const CTA_TYPES = ['inline', 'overlay', 'hook', 'bar', 'page'] as const;
export type CtaType = (typeof CTA_TYPES)[number];

export const CAMPAIGN_STATUSES = ['live', 'archived'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const ELEMENT_TYPES = [
  'button',
  'form',
  'survey',
  'quiz',
  'products',
  'product_hero',
  'timer',
] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

/** The field types whose answers are stored by value. Any other field is free text and may hold personal data. */
export const CHOICE_FIELD_TYPES = [
  'dropdown',
  'radio',
  'select',
  'multi_select',
  'checkbox',
  'range',
  'survey',
  'quiz',
] as const;

/** The field types where one answer can contain several choices; each choice is counted. */
export const MULTI_CHOICE_FIELD_TYPES = ['multi_select', 'checkbox'] as const;

export const COUNT_TYPES = ['distinct', 'total'] as const;
export type CountType = (typeof COUNT_TYPES)[number];

/** The services that accept access tokens, with the OAuth scopes of each. A token is for one of them. */
export const RESOURCE_SCOPES = {
  /** The REST API. */
  rest: [
    'reports',
    'contacts:read',
    'contacts:write',
    'ctas:read',
    'ctas:write',
    'areas:read',
    'websites:read',
    // Beyond the contract: gives out tokens that show one website or campaign inside another product.
    'reports:embed',
    // Beyond the contract: notifications.
    'notifications',
    // Beyond the contract: which pages may show the reports of an account. Only its owner may say so.
    'embedding',
    // Beyond the contract: links that show reports to people without an account.
    'sharing',
  ],
  /** The tool server. */
  mcp: ['reports'],
  /** The event intake. */
  intake: ['events:write', 'catalog:write'],
} as const;
export type ResourceKind = keyof typeof RESOURCE_SCOPES;

/** The OAuth client of the dashboard, the product's own page for people. Only the bundled authorization server has it. */
export const DASHBOARD_CLIENT_ID = 'funnel-dashboard';

/** Every OAuth scope. See docs/reference/authorization.md. */
export const SCOPES = [...RESOURCE_SCOPES.rest, ...RESOURCE_SCOPES.intake] as const;
export type Scope = (typeof SCOPES)[number];

/** They decide who else learns something: legacy keys do not have them, and a reader cannot let an application have them. */
export const SETTINGS_SCOPES: readonly string[] = ['notifications', 'embedding', 'sharing'] satisfies Scope[];

/** They are of use only for all that a person may see, so only the dashboard can use them. */
export const DASHBOARD_SCOPES: readonly string[] = ['embedding'] satisfies Scope[];
