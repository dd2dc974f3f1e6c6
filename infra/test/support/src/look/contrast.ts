import type { Page } from 'playwright-core';

/** The minimum for text in WCAG 2.2 AA. */
const MIN_RATIO = 4.5;

interface TextColors {
  text: string;
  color: [number, number, number];
  background: [number, number, number];
}

/** Lists the texts of a page with too little contrast. */
export async function lowContrasts(page: Page): Promise<string[]> {
  const texts = await page.evaluate<TextColors[]>(COLLECT);
  return texts
    .map(({ text, color, background }) => ({
      text,
      ratio: contrast(luminance(color), luminance(background)),
    }))
    .filter(({ ratio }) => ratio < MIN_RATIO)
    .map(({ text, ratio }) => `${text}: ${ratio.toFixed(2)}`);
}

// A string, because the tests are compiled without the DOM types.
const COLLECT = `(() => {
  const rgb = (color) => color.match(/[\\d.]+/g).map(Number);
  const backgroundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, alpha = 1] = rgb(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const ownText = (element) => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('');
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && (ownText(element) || element.matches('input:not([type=hidden], [type=checkbox], [type=radio])')))
    .map((element) => ({ text: ownText(element) || element.id, color: rgb(getComputedStyle(element).color).slice(0, 3), background: backgroundOf(element) }));
})()`;

function luminance(color: [number, number, number]): number {
  const [r, g, b] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
