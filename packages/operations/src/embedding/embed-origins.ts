import { embedOrigin, MAX_EMBED_ORIGINS } from '@funnel/domain';
import { z } from 'zod';
import { invalidField } from '../read-body.ts';

const MAX_SHOWN = 100;

/** The body that replaces the origins of an account. */
export const originsBody = z.strictObject({
  origins: z
    .array(z.string())
    .describe(
      `Origins such as https://app.example.com or https://*.example.com, at most ${MAX_EMBED_ORIGINS}. They replace those before; none ends embedding.`,
    ),
});

/** The origins as browsers write them, each once. Throws a ServiceError for the first that cannot be used. */
export function readOrigins({ origins }: z.output<typeof originsBody>): string[] {
  const wrong = origins.find((text) => embedOrigin(text) === undefined);
  if (wrong !== undefined)
    throw invalidField(
      'origins',
      `“${wrong.slice(0, MAX_SHOWN)}” cannot be used. Write https://, the host and nothing behind it, such as https://app.example.com. Nothing was changed.`,
    );
  const read = [...new Set(origins.flatMap((text) => embedOrigin(text) ?? []))];
  if (read.length > MAX_EMBED_ORIGINS)
    throw invalidField('origins', `An account can have ${MAX_EMBED_ORIGINS} origins. Nothing was changed.`);
  return read;
}
