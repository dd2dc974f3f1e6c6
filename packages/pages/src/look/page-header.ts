import { type Html, html } from '../html.ts';

export interface HeaderLink {
  href: string;
  text: string;
  isCurrent?: boolean;
}

/** What the header shows to somebody who is signed in. */
export interface PageHeaderOptions {
  /** One row below the product name. */
  navigation?: {
    /** What screen readers call it. */
    label: string;
    links: readonly HeaderLink[];
  };
  account: {
    name: string | undefined;
    /** In the menu, before the way out. */
    links?: readonly HeaderLink[];
    signOutPath: string;
    csrf: string;
  };
}

export function pageHeader({ navigation, account }: PageHeaderOptions): Html {
  return html`<details class="account"><summary><span class="account-name">${account.name ?? 'Account'}</span></summary>
<div class="account-menu">${account.links?.map(linkOf)}
<form method="post" action="${account.signOutPath}"><input type="hidden" name="csrf" value="${account.csrf}"><button type="submit">Sign out</button></form></div></details>
${navigation && html`<nav class="pages" aria-label="${navigation.label}">${navigation.links.map(linkOf)}</nav>`}`;
}

function linkOf({ href, text, isCurrent }: HeaderLink): Html {
  return html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a>`;
}
