import { embedOrigin, MAX_EMBED_ORIGINS } from '@funnel/domain';

/** The origins of a form, or what is wrong with it. */
export type ReadOrigins = { origins: string[] } | { error: string };

const SHOWN = 100;

export function readOrigins(text: string): ReadOrigins {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const wrong = lines.find((line) => embedOrigin(line) === undefined);
  if (wrong !== undefined)
    return {
      error: `“${wrong.slice(0, SHOWN)}” cannot be used. Write https://, the host and nothing behind it, such as https://app.example.com. Nothing was changed.`,
    };
  const origins = [...new Set(lines.flatMap((line) => embedOrigin(line) ?? []))];
  if (origins.length > MAX_EMBED_ORIGINS)
    return { error: `An account can have ${MAX_EMBED_ORIGINS} origins. Nothing was changed.` };
  return { origins };
}
