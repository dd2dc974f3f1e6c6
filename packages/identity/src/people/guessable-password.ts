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
  const [name = ''] = email?.toLowerCase().split('@') ?? [];
  if (name.length >= SHORTEST_NAME && text.replaceAll(name, '').length < FEWEST_OTHERS && text.includes(name))
    return 'is little more than your e-mail address';
  if (new Set(text).size < FEWEST_DIFFERENT) return `has fewer than ${FEWEST_DIFFERENT} different characters`;
  const known = await leakedPasswords();
  const isKnown = [text, plain(text), withoutEnds(text), plain(withoutEnds(text))].some(
    (form) => form === '' || known.has(form),
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
