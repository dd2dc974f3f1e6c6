/** What happened to a visitor; an event counts at every level of its chain. */
export const EVENT_TYPES = ['view', 'conversion', 'completion', 'submission', 'subscribe', 'order'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** From the widest subject of a report to the narrowest: the drill-down order of spec section 1. */
export const LEVELS = ['website', 'campaign', 'variant', 'step', 'element'] as const;
export type Level = (typeof LEVELS)[number];

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

/** Only these answers are kept by value; every other field is free text and may be personal data. */
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
export type ChoiceFieldType = (typeof CHOICE_FIELD_TYPES)[number];

/** One answer of these may name several choices, each counted by itself. */
export const MULTI_CHOICE_FIELD_TYPES = ['multi_select', 'checkbox'] as const;
export type MultiChoiceFieldType = (typeof MULTI_CHOICE_FIELD_TYPES)[number];

export const COUNT_TYPES = ['distinct', 'total'] as const;
export type CountType = (typeof COUNT_TYPES)[number];

/** Spec section 5.5. */
export const SCOPES = [
  'reports',
  'contacts:read',
  'contacts:write',
  'ctas:read',
  'ctas:write',
  'areas:read',
  'websites:read',
] as const;
export type Scope = (typeof SCOPES)[number];
