import { describe, expect, test } from '@jest/globals';
import { html } from '../src/index.ts';

const SPECIAL = ['<', '>', '"', "'", '&', '`', 'a', ' ', '/', '=', 'é', '\u2028', '😀'];

describe('html', () => {
  test('escapes any text for text content and quoted attributes', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const text = randomText(seed);
      const markup = html`${text}`.toString();
      expect(markup).not.toMatch(/[<>"'`]/);
      expect(unescape(markup)).toBe(text);
    }
  });

  test('keeps nested markup and omits empty values', () => {
    expect(html`<ul>${[html`<li>a</li>`, html`<li>${'<'}</li>`]}</ul>`.toString()).toBe(
      '<ul><li>a</li><li>&lt;</li></ul>',
    );
    expect(html`${undefined}${null}${false}${''}${0}`.toString()).toBe('0');
  });

  test('does not interpret backslashes or replacement patterns in values', () => {
    expect(html`<p>${String.raw`\n$&$1`}</p>`.toString()).toBe(String.raw`<p>\n$&amp;$1</p>`);
  });
});

function randomText(seed: number): string {
  let state = seed * 2_654_435_761;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return Array.from({ length: next() % 30 }, () => SPECIAL[next() % SPECIAL.length]).join('');
}

function unescape(markup: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' };
  return markup.replaceAll(/&([\w#]+);/g, (_all, name: string) => entities[name] ?? '?');
}
