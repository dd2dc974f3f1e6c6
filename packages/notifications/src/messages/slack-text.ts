const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text as Slack asks, and cuts it between two characters, so that it is not longer than `maxLength` afterwards. */
export function slackText(text: string, maxLength: number): string {
  const parts = Array.from(text.toWellFormed(), (character) => ENTITIES[character] ?? character);
  const whole = parts.join('');
  if (whole.length <= maxLength) return whole;
  let cut = '';
  for (const part of parts) {
    if (cut.length + part.length > maxLength - 1) break;
    cut += part;
  }
  return `${cut.trimEnd()}…`;
}
