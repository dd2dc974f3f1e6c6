export const PASSWORD_MIN_LENGTH = 12;

/** What `1` and its like stand for in words that were made to look different. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Known to everybody who guesses at this product. */
const FAMOUS = new Set(['funnelreporting', 'funnelreports', 'funnelservice', 'correcthorsebatterystaple']);
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '01234567890123456789',
];
const FEWEST_DIFFERENT = 5;
const SHORTEST_NAME = 4;
/** Beside the name of the person. */
const FEWEST_OTHERS = 10;

let leaked: Promise<ReadonlySet<string>> | undefined;

/** The list is loaded when it is needed first: most processes never need it. */
function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return leaked;
}

/**
 * Why a password is easy to guess, as the end of a sentence that starts with it; undefined if it is not. It is easy if it is
 * one of those that have leaked most often, one of them with digits or signs around it, or made of the person's own address.
 */
export async function whyGuessable(password: string, email?: string): Promise<string | undefined> {
  const text = password.normalize('NFKC').toLowerCase();
  const address = email?.toLowerCase() ?? '';
  const [name = ''] = address.split('@');
  const isOwn = (part: string) =>
    part.length >= SHORTEST_NAME && text.includes(part) && text.replaceAll(part, '').length < FEWEST_OTHERS;
  if ([address, name].some(isOwn)) return 'is little more than your e-mail address';
  if (new Set(text).size < FEWEST_DIFFERENT) return `has fewer than ${FEWEST_DIFFERENT} different characters`;
  const known = await leakedPasswords();
  const forms = [text, plain(text), withoutEnds(text), plain(withoutEnds(text))].map(withoutRepeats);
  const isKnown = forms.some(
    (form) => form === '' || known.has(form) || FAMOUS.has(form.replaceAll(/[^\p{L}]/gu, '')) || isRow(form),
  );
  return isKnown ? 'is like one that everybody tries' : undefined;
}

/** A word with its letters again: `p@ssw0rd` is `password`. */
function plain(text: string): string {
  return text.replace(/[0-9@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

/** Without the digits and signs around a word: `!password2026` is `password`. */
function withoutEnds(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** A word that is written several times, once: `letmeinletmein` is `letmein`. */
function withoutRepeats(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return text.slice(0, at);
}

/** Whether it is a part of a row of keys or of the alphabet, in either direction. */
function isRow(text: string): boolean {
  const backwards = Array.from(text).toReversed().join('');
  return ROWS.some((row) => row.includes(text) || row.includes(backwards));
}
