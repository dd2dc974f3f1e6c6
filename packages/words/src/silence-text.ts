import type { Formats } from './phrases/formats.ts';
import { countText } from './phrases/numbers.ts';

/**
 * How unusual it is that a website sends nothing: `usual` events come in such a time.
 * @example
 * const text = silenceText(240, plainFormats(20_408));
 * assert.equal(text, 'On average, about 240 events come within as many hours.');
 */
export function silenceText(usual: number, { number }: Pick<Formats, 'number'>): string {
  const events = Math.round(usual);
  return `On average, about ${countText(events, 'event', number)} ${events === 1 ? 'comes' : 'come'} within as many hours.`;
}
