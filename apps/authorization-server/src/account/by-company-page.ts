import { html, layout } from '@funnel/pages';
import { type AccountPath, accountHeader, type HeaderPerson } from './account-header.ts';

/** Says why somebody whom the company has signed in cannot change what is theirs alone. */
export function byCompanyPage(
  path: AccountPath,
  { csrf, person }: { csrf: string; person: HeaderPerson },
): string {
  return layout({
    title: 'Signed in with your company',
    width: 'wide',
    header: accountHeader(path, { person, csrf }),
    content: html`<h1>You are signed in with your company</h1>
<section class="panel">
<p>Your password and your second factor are those of your company: change them there.</p>
<p>If you have a password here as well, sign out and sign in with it to change it. If you need one, because you leave the company or work for
another account too, ask the operator of this service for a link to choose it.</p>
</section>`,
  });
}
