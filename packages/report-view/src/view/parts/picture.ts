import type { Host } from '../host.ts';

const MARGIN = 16;
const LINE = 18;

/** Saves a chart with its title, its days and its legend as a picture. */
export async function savePicture(chart: HTMLElement, save: NonNullable<Host['save']>): Promise<void> {
  const drawn = chart.querySelector('canvas');
  if (!drawn) return;
  const texts = textsAround(chart);
  const ratio = drawn.width / Math.max(1, drawn.clientWidth);
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width + 2 * MARGIN * ratio;
  canvas.height = drawn.height + (2 * MARGIN + LINE * texts.length) * ratio;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { fontFamily, color } = getComputedStyle(chart);
  pen.fillStyle = groundOf(chart);
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = color;
  for (const [index, text] of texts.entries()) {
    pen.font = `${index === 0 ? '600 ' : ''}${(index === 0 ? 15 : 12) * ratio}px ${fontFamily}`;
    pen.fillText(text, MARGIN * ratio, (MARGIN + LINE * (index + 0.6)) * ratio, drawn.width);
  }
  pen.drawImage(drawn, MARGIN * ratio, (MARGIN + LINE * texts.length) * ratio);
  const file = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png');
  });
  if (file) await save(file, `${fileName(texts[0] ?? 'report')}.png`);
}

/** The title of the page, its days, and what the lines are. */
function textsAround(chart: HTMLElement): string[] {
  const page = chart.closest('.content');
  const of = (selector: string) => page?.querySelector(selector)?.textContent ?? '';
  const legend = [...chart.querySelectorAll('.legend .key')]
    .map(({ textContent }) => textContent)
    .join(' · ');
  return [of('h1'), [of('.subtitle'), of('.days')].filter(Boolean).join(' · '), legend].filter(Boolean);
}

/** The first ground behind the chart that is not transparent. */
function groundOf(chart: HTMLElement): string {
  for (let one: HTMLElement | null = chart; one; one = one.parentElement) {
    const { backgroundColor } = getComputedStyle(one);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}

function fileName(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'report';
}
