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
