import { type AccountPath, DASHBOARD_PAGES, html, layout, pageHeader } from '@funnel/pages';
import type { PageFiles } from './page-files.ts';

export interface ShellOptions {
  files: PageFiles;
  /** The authorization server, which has the pages of accounts. */
  issuer: string;
  email: string | undefined;
  csrf: string;
}

/** The pages of an account, in the order of the menu. */
const ACCOUNT_PAGES: Partial<Record<AccountPath, string>> = {
  '/tokens': 'Access tokens',
  '/applications': 'Applications',
  '/share-links': 'Share links',
  '/members': 'Members',
  '/embedding': 'Embedding',
  '/password': 'Password & devices',
};

const isHere = (path: string) => DASHBOARD_PAGES.some((page) => page === path);

/** The page of every report: a menu, and a place that the script fills. */
export function shell({ files, issuer, email, csrf }: ShellOptions): string {
  return layout({
    title: 'Reports',
    width: 'bare',
    head: html`<link rel="stylesheet" href="${files.style.path}">
<script type="module" src="${files.script.path}"></script>
`,
    header: pageHeader({
      account: {
        name: email,
        links: Object.entries(ACCOUNT_PAGES).map(([path, text]) => ({
          href: isHere(path) ? path : `${issuer}${path}`,
          text,
        })),
        signOutPath: '/sign-out',
        csrf,
      },
    }),
    content: html`<main id="view" data-account="${issuer}"></main>
<noscript><div class="page text"><p>The reports are drawn by a script. Allow scripts for this page, or ask the REST API for the numbers.</p></div></noscript>`,
  });
}
