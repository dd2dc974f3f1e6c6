import { plainName } from '@funnel/domain';

const PROGRAMS = /bot\b|crawler|spider|preview|facebookexternalhit|whatsapp|curl\/|wget\/|python|node/i;
/** The first that matches: most browsers also claim to be others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_LENGTH = 60;

/** What a browser says it is, in words. It may say anything. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  if (PROGRAMS.test(userAgent)) return `A program, maybe a preview: ${plainName(userAgent, MAX_LENGTH)}`;
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (!browser) return plainName(userAgent, MAX_LENGTH);
  return system ? `${browser} on ${system}` : browser;
}

function nameIn(known: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1];
}
