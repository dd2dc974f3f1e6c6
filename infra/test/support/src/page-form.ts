/** The hidden fields of our forms on a page. */
export function hiddenFields(page: string): { csrf: string; form_id: string; link: string } {
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  return { csrf: value('csrf'), form_id: value('form_id'), link: value('link') };
}

/** The action of the form on a page; empty if it submits to the page itself. */
export function formAction(page: string): string {
  return decoded(/<form[^>]*\baction="([^"]*)"/i.exec(page)?.[1] ?? '');
}

/** The target of a page's refresh, if it has one. */
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
