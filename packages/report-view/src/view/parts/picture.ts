import type { Host } from '../context/host.ts';

const MARGIN = 16;
const LINE = 18;
const SWATCH = 16;
const KEY_GAP = 16;

/** Saves a chart with its title, its days and its legend as a picture. */
export async function savePicture(chart: HTMLElement, save: NonNullable<Host['save']>): Promise<void> {
  const drawn = chart.querySelector('canvas');
  if (!drawn) return;
  const texts = textsAround(chart);
  const keys = [...chart.querySelectorAll<HTMLElement>('.legend .key')];
  const lines = texts.length + (keys.length > 0 ? 1 : 0);
  const ratio = drawn.width / Math.max(1, drawn.clientWidth);
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width + 2 * MARGIN * ratio;
  canvas.height = drawn.height + (2 * MARGIN + LINE * lines) * ratio;
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
  let x = MARGIN;
  for (const key of keys) {
    const y = MARGIN + LINE * (texts.length + 0.6);
    x = drawKey(pen, key, { x, y, ratio }) + KEY_GAP;
  }
  pen.drawImage(drawn, MARGIN * ratio, (MARGIN + LINE * lines) * ratio);
  const file = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png');
  });
  if (file) await save(file, `${fileName(texts[0] ?? 'report')}.png`);
}

/** What a line is, behind a piece of it. Returns where it ends. */
function drawKey(
  pen: CanvasRenderingContext2D,
  key: HTMLElement,
  { x, y, ratio }: { x: number; y: number; ratio: number },
): number {
  const { borderTopColor, borderTopStyle } = getComputedStyle(key, '::before');
  const text = key.textContent;
  pen.save();
  pen.strokeStyle = borderTopColor;
  pen.lineWidth = 2 * ratio;
  pen.setLineDash(borderTopStyle === 'solid' ? [] : [4 * ratio, 3 * ratio]);
  pen.beginPath();
  pen.moveTo(x * ratio, (y - 4) * ratio);
  pen.lineTo((x + SWATCH) * ratio, (y - 4) * ratio);
  pen.stroke();
  pen.restore();
  pen.fillText(text, (x + SWATCH + 6) * ratio, y * ratio);
  return x + SWATCH + 6 + pen.measureText(text).width / ratio;
}

function textsAround(chart: HTMLElement): string[] {
  const page = chart.closest('.content');
  const of = (selector: string) => page?.querySelector(selector)?.textContent ?? '';
  return [of('h1'), [of('.subtitle'), of('.days')].filter(Boolean).join(' · ')].filter(Boolean);
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
