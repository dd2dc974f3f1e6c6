const VARIABLE = /\$(?:(\$)|\{(\w+)(?:(:[-?])([^}]*))?\})/g;

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` in every text, as Docker Compose does; `$$` is a dollar. */
export function interpolate(value: unknown, settings: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolateText(value, settings);
  if (Array.isArray(value)) return value.map((entry) => interpolate(entry, settings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, interpolate(inner, settings)]));
}

function interpolateText(text: string, settings: Readonly<Record<string, string>>): string {
  return text.replaceAll(VARIABLE, (_, dollar?: string, name = '', operator?: string, other = ''): string => {
    if (dollar) return '$';
    const given = settings[name];
    if (operator === ':-') return given || other;
    if (!given) throw new Error(`${name} is not set: ${other || 'it has no default'}`);
    return given;
  });
}
