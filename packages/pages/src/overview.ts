import { createHash } from 'node:crypto';
import { type Handler, VERSION } from '@funnel/service';
import { html, htmlDocument } from './html.ts';

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
}

/** What the first page of a service says. */
export interface OverviewOptions {
  title: string;
  /** What the service is for, in a sentence. */
  summary: string;
  links: readonly OverviewLink[];
}

const STYLE = html`
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif;
  background: light-dark(#ffffff, #14171a); color: light-dark(#1b1f24, #e6e8eb); }
code { overflow-wrap: anywhere; }
a { color: light-dark(#0b57d0, #8ab4f8); }
li { margin: 0.4rem 0; }
`;
/** The page needs no script, and only this style. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE.toString()).digest('base64')}'`,
  'img-src data:',
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The answer of `/`: a page for a person with a browser, JSON for everything else. */
export function overview(options: OverviewOptions): Handler {
  const page = pageOf(options);
  const json = JSON.stringify(jsonOf(options));
  return (req, res) => {
    const isPage = (req.headers.accept ?? '').includes('text/html');
    res.writeHead(200, {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': POLICY,
      Vary: 'Accept',
    });
    res.end(isPage ? page : json);
  };
}

function jsonOf({ title, summary, links }: OverviewOptions) {
  const named = links.map(({ name, method, href }) => [name, method ? `${method} ${href}` : href]);
  return { name: title, summary, version: VERSION, ...(Object.fromEntries(named) as object) };
}

function pageOf({ title, summary, links }: OverviewOptions): string {
  const items = links.map(({ text, method, href }) =>
    method
      ? html`<li>${text}: <code>${method} ${href}</code></li>`
      : html`<li><a href="${href}">${text}</a></li>`,
  );
  return htmlDocument(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${summary}</p>
<ul>
${items}
</ul>
<p><small>Version ${VERSION}</small></p>
</main>
</body>
</html>
`);
}
