import { MAX_EMBED_ORIGINS, parseId } from '@funnel/domain';
import { type EmbeddingAccount, embeddingAccounts, setEmbedOrigins } from '@funnel/identity';
import { type Html, html, sendPage } from '@funnel/pages';
import type { Router } from 'express';
import { accountPage } from '../account/account-page.ts';
import { type PageDependencies, signedInRoutes, type Visit } from '../account/signed-in.ts';
import { csrfField } from '../pages/form-parts.ts';
import { noticeOf, sendErrorPage, textOf } from '../people/forms.ts';
import { readOrigins } from './origins-form.ts';

/** A form with what is wrong. */
interface Refused {
  accountId: number;
  text: string;
  error: string;
}

const NOTICES = { changed: 'Saved. It takes effect within a minute.' };
const NOT_FOUND = {
  title: 'Not found',
  detail: 'It is not an account that you own. Nothing was changed.',
};
const NOT_AN_OWNER = html`<section class="panel"><p class="empty">You do not own an account. Its owner decides where its reports may be shown.</p></section>`;

/** `/embedding`: where the reports of an account may be shown. */
export function embeddingRoutes({ database, people }: Pick<PageDependencies, 'database' | 'people'>): Router {
  const { router, page, form } = signedInRoutes(people);

  async function show(visit: Visit, refused?: Refused): Promise<void> {
    const { req, res, person, csrf } = visit;
    const accounts = await embeddingAccounts(database, person.id);
    const shown = accountPage('/embedding', visit, {
      title: 'Embedding',
      lead: 'Your product can show these reports inside its own pages. Say here at which addresses it does; everywhere else the reports stay empty.',
      notice: refused ? undefined : noticeOf(req, NOTICES),
      error: refused?.error,
      content: html`${accounts.length > 0 ? accounts.map((account) => accountView(account, csrf, refused)) : NOT_AN_OWNER}`,
    });
    sendPage(res, refused ? 422 : 200, shown);
  }

  page('/embedding', (visit) => show(visit));

  form('/embedding/:account', async (visit) => {
    const { req, res, person, actor } = visit;
    const accountId = parseId(req.params['account']);
    const owned = await embeddingAccounts(database, person.id);
    if (accountId === undefined || !owned.some(({ id }) => id === accountId))
      return sendErrorPage(req, res, 404, NOT_FOUND);
    const text = textOf(req.body, 'origins');
    const read = readOrigins(text);
    if ('error' in read) return show(visit, { accountId, text, error: read.error });
    const change = { accountId, ownerId: person.id, origins: read.origins };
    if (!(await setEmbedOrigins(database, change, actor))) return sendErrorPage(req, res, 404, NOT_FOUND);
    return res.redirect(303, '/embedding?notice=changed');
  });
  return router;
}

function accountView({ id, name, origins }: EmbeddingAccount, csrf: string, refused?: Refused): Html {
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
