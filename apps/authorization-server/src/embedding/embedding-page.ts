import { MAX_EMBED_ORIGINS } from '@funnel/domain';
import type { EmbeddingAccount } from '@funnel/identity';
import { type Html, html, layout } from '@funnel/pages';
import { accountHeader, type HeaderPerson } from '../account/account-header.ts';
import { csrfField, errorNote } from '../pages/form-fields.ts';

/** What the page shows. */
export interface EmbeddingPageOptions {
  csrf: string;
  person: HeaderPerson;
  /** Those that the person owns. */
  accounts: readonly EmbeddingAccount[];
  isChanged?: boolean;
  /** A form that was refused. */
  refused?: { accountId: number; text: string; error: string } | undefined;
}

/** Renders which websites may show the reports of an account. */
export function embeddingPage(options: EmbeddingPageOptions): string {
  const { csrf, person, accounts, isChanged, refused } = options;
  return layout({
    title: 'Embedding',
    width: 'wide',
    header: accountHeader('/embedding', { person, csrf }),
    content: html`<h1>Embedding</h1>
<p class="lead">Your product can show these reports inside its own pages. Say here at which addresses it does; everywhere else the reports stay empty.</p>
${isChanged && html`<p class="note" role="status">Saved. It takes effect within a minute.</p>`}
${errorNote(refused?.error)}
${accounts.length > 0 ? accounts.map((account) => accountView(account, { csrf, refused })) : NOT_AN_OWNER}`,
  });
}

const NOT_AN_OWNER = html`<section class="panel"><p class="empty">You do not own an account. Its owner decides where its reports may be shown.</p></section>`;

function accountView(
  { id, name, origins }: EmbeddingAccount,
  { csrf, refused }: Pick<EmbeddingPageOptions, 'csrf' | 'refused'>,
): Html {
  const own = refused?.accountId === id ? refused : undefined;
  return html`<section class="panel" aria-labelledby="account-${id}">
<h2 id="account-${id}" class="name">${name}</h2>
<form method="post" action="/embedding/${id}" class="stack">
${csrfField(csrf)}
<div class="field">
<label for="origins-${id}">Allowed origins, one per line</label>
<textarea id="origins-${id}" name="origins" rows="6" spellcheck="false" autocapitalize="none" autocomplete="off" aria-describedby="${own ? 'error ' : ''}hint-${id}"${own && html` aria-invalid="true"`}>${own?.text ?? origins.join('\n')}</textarea>
</div>
<p class="hint" id="hint-${id}">For example https://app.example.com. At most ${MAX_EMBED_ORIGINS}. https://*.example.com allows all subdomains: use it only if all of them are yours. http:// works for localhost only. Nobody can embed while the list is empty.</p>
<button type="submit">Save</button>
</form>
</section>`;
}
