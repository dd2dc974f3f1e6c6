import { el } from './html.ts';

/** Saves a file where the browser saves all others. */
export async function saveFile(file: Blob, name: string): Promise<void> {
  const href = URL.createObjectURL(file);
  el('a', { href, download: name }).click();
  URL.revokeObjectURL(href);
}
