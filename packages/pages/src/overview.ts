import { html } from './html.ts';
import type { PageHandler } from './handler.ts';
import { layout } from './look/layout.ts';
import { prefersPage } from './look/prefers-page.ts';
import { pageHeaders, sendPage } from './look/send-page.ts';

/** What a service offers at one of its addresses, or elsewhere. */
interface OverviewLink {
  /** The key in JSON. */
  name: string;
  /** What a person finds there. */
  text: string;
  /** A path of this service, or an address. */
  href: string;
  /** Of an address that a browser cannot open, such as `POST`. */
  method?: string;
  /** What a browser opens instead. */
  page?: string;
}

export interface OverviewOptions {
  title: string;
  /** What the service is for, in a sentence. */
  summary: string;
  version: string;
  links: readonly OverviewLink[];
}

/** The answer of `/`: a page for a person with a browser, JSON for everything else. */
export function overview(options: OverviewOptions): PageHandler {
  const page = pageOf(options);
  const json = JSON.stringify(jsonOf(options));
  return (req, res) => {
    res.setHeader('Vary', 'Accept');
    if (prefersPage(req)) {
      pageHeaders(req, res);
      sendPage(res, 200, page);
    } else {
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' };
      res.writeHead(200, headers).end(json);
    }
  };
}

function jsonOf({ title, summary, version, links }: OverviewOptions) {
  const named = links.map(({ name, method, href }) => [name, method ? `${method} ${href}` : href]);
  return { name: title, summary, version, ...(Object.fromEntries(named) as object) };
}

function pageOf({ title, summary, version, links }: OverviewOptions): string {
  const items = links.map(({ text, method, href, page }) =>
    method
      ? html`<li>${page ? html`<a href="${page}">${text}</a>` : text}: <code>${method} ${href}</code></li>`
      : html`<li><a href="${href}">${text}</a></li>`,
  );
  return layout({
    title,
    width: 'text',
    content: html`<h1>${title}</h1>
<p class="lead">${summary}</p>
<ul class="links">
${items}
</ul>
<p class="hint">Version ${version}</p>`,
  });
}
