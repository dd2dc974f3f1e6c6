export interface HiddenFields {
  csrf: string;
  form_id: string;
}

/** What the forms of a page would send along. */
export function hiddenFields(page: string): HiddenFields {
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  return { csrf: value('csrf'), form_id: value('form_id') };
}

/** Where the form of a page goes; to the page itself when it does not say. */
export function formAction(page: string): string {
  return decoded(/<form[^>]*\baction="([^"]*)"/i.exec(page)?.[1] ?? '');
}

/** Where a page sends the browser by itself. */
export function refreshTarget(page: string): string | undefined {
  const target = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page)?.[1];
  return target === undefined ? undefined : decoded(target);
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
