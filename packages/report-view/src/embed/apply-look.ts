import type { Look } from './messages.ts';

/** The CSS variables of a page that the frame takes over, and what they set there. */
export const VARIABLES: Readonly<Record<string, { property: string; kind: string }>> = {
  '--funnel-background': { property: '--ground', kind: 'color' },
  '--funnel-surface': { property: '--raised', kind: 'color' },
  '--funnel-text': { property: '--text', kind: 'color' },
  '--funnel-muted': { property: '--quiet', kind: 'color' },
  '--funnel-border': { property: '--line', kind: 'color' },
  '--funnel-accent': { property: '--accent', kind: 'color' },
  '--funnel-second': { property: '--second', kind: 'color' },
  '--funnel-third': { property: '--third', kind: 'color' },
  '--funnel-positive': { property: '--up', kind: 'color' },
  '--funnel-negative': { property: '--down', kind: 'color' },
  '--funnel-font': { property: '--font-sans', kind: 'font-family' },
  '--funnel-radius': { property: '--corner', kind: 'border-radius' },
};

/** A value that a property does not understand is left out. */
type Supports = (kind: string, value: string) => boolean;

const MAX_LENGTH = 200;
const SOFT = '--accent-soft';

/** The properties of the frame for the variables of a page. */
export function propertiesOf(variables: unknown, supports: Supports): Record<string, string> {
  const given = (typeof variables === 'object' && variables !== null ? variables : {}) as Record<
    string,
    unknown
  >;
  const properties = Object.entries(VARIABLES).flatMap(([name, { property, kind }]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const isUsed = typeof value === 'string' && value.length <= MAX_LENGTH && supports(kind, value);
    return isUsed ? [[property, value] as const] : [];
  });
  const accent = properties.find(([property]) => property === '--accent')?.[1];
  const soft = accent && [[SOFT, `color-mix(in srgb, ${accent} 14%, transparent)`] as const];
  return Object.fromEntries([...properties, ...(soft || [])]);
}

export function applyLook(root: HTMLElement, { theme, variables }: { [Key in keyof Look]: unknown }): void {
  const properties = propertiesOf(variables, (kind, value) => CSS.supports(kind, value));
  for (const { property } of Object.values(VARIABLES)) root.style.removeProperty(property);
  root.style.removeProperty(SOFT);
  for (const [property, value] of Object.entries(properties)) root.style.setProperty(property, value);
  const isFixed = theme === 'light' || theme === 'dark';
  root.style.colorScheme = isFixed ? theme : 'light dark';
  // Charts are drawn again when it changes.
  root.dataset['theme'] = isFixed ? theme : 'auto';
}
