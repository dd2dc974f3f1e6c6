import { type Option } from '@funnel/pages';

/** How numbers and dates are written; any other tag of a browser is added to the list. */
const LANGUAGES = [
  'cs',
  'da',
  'de',
  'de-AT',
  'de-CH',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IN',
  'en-US',
  'es',
  'es-MX',
  'fi',
  'fr',
  'fr-CA',
  'hu',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt-BR',
  'pt-PT',
  'sv',
  'tr',
  'uk',
  'zh-CN',
  'zh-TW',
];
const ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
const names = new Intl.DisplayNames('en', { type: 'language' });
const MAX_TAG_LENGTH = 35;

export const HOUR_OPTIONS: readonly Option[] = Array.from({ length: 24 }, (_none, hour) => ({
  value: hour,
  text: hourText(hour),
}));

/** An hour for people: `08:00`. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** The languages to choose from, with `current` among them. */
export function languageOptions(current: string): Option[] {
  const tags = new Set([...LANGUAGES, ...(isLanguage(current) ? [current] : [])]);
  return [...tags]
    .map((value) => ({ value, text: languageName(value) }))
    .sort((one, other) => one.text.localeCompare(other.text, 'en'));
}

export function languageName(tag: string): string {
  return (isLanguage(tag) && names.of(tag)) || tag;
}

/** The time zones to choose from, with `current` among them. */
export function timeZoneOptions(current: string): Option[] {
  const zones = ZONES.includes(current) || current === '' ? ZONES : [current, ...ZONES];
  return zones.map((value) => ({ value, text: value.replaceAll('_', ' ') }));
}

/** The first language that a browser asks for. */
export function languageOf(acceptLanguage: string | undefined): string {
  const [tag = ''] = (acceptLanguage ?? '').split(/[,;]/, 1);
  return isLanguage(tag.trim()) ? tag.trim() : 'en-GB';
}

function isLanguage(tag: string): boolean {
  try {
    return tag !== '' && tag.length <= MAX_TAG_LENGTH && Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}
