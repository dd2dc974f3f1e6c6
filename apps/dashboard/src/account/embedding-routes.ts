import type { components } from '@funnel/client';
import { MAX_EMBED_ORIGINS, parseId } from '@funnel/domain';
import { csrfField, type Html, html, noticeOf, sentText } from '@funnel/pages';
import type { AccountVisits, Visit } from './account-visits.ts';

type Account = components['schemas']['EmbeddingAccount'];

/** A form with what is wrong. */
interface Refused {
  accountId: number;
  text?: string;
  error: string;
}

const ACCOUNTS = '/beyond-v1/embedding/accounts';
const NOTICES = { changed: 'Saved. It takes effect within a minute.' };
const NOT_FOUND = 'It is not an account that you own. Nothing was changed.';
const NO_LIST = 'Send one list of origins. Nothing was changed.';
const NOT_AN_OWNER = html`<section class="panel"><p class="empty">You do not own an account. Its owner decides where its reports may be shown.</p></section>`;

/** `/embedding`: where the reports of an account may be shown. */
export function embeddingRoutes({ page, form }: AccountVisits): void {
  page('/embedding', (visit) => show(visit));

  form('/embedding/:account', async (visit) => {
    const { req, res, ask, showNotFound } = visit;
    const accountId = parseId(req.params['account']);
    if (accountId === undefined) return showNotFound(NOT_FOUND);
    const text = sentText(req.body, 'origins');
    if (text === undefined) return show(visit, { accountId, error: NO_LIST });
    const origins = text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean);
    const answer = await ask({ method: 'PATCH', path: `${ACCOUNTS}/${accountId}`, body: { origins } });
    if (!('mistake' in answer)) return res.redirect(303, '/embedding?notice=changed');
    const { status, detail } = answer.mistake;
    return status === 404 ? showNotFound(NOT_FOUND) : show(visit, { accountId, text, error: detail });
  });
}

async function show(visit: Visit, refused?: Refused): Promise<void> {
  const { req, csrf, ask, showNotFound } = visit;
  const answer = await ask<{ accounts: Account[] }>({ method: 'GET', path: ACCOUNTS });
  if ('mistake' in answer) return showNotFound(answer.mistake.detail);
  const { accounts } = answer.body;
  if (refused && !accounts.some(({ id }) => id === refused.accountId)) return showNotFound(NOT_FOUND);
  visit.show(refused ? 422 : 200, '/embedding', {
    title: 'Embedding',
    lead: 'Your product can show these reports inside its own pages. Say here at which addresses it does; everywhere else the reports stay empty.',
    notice: refused ? undefined : noticeOf(req.query, NOTICES),
    error: refused?.error,
    content: html`${accounts.length > 0 ? accounts.map((account) => accountView(account, csrf, refused)) : NOT_AN_OWNER}`,
  });
}

function accountView({ id, name, origins }: Account, csrf: string, refused?: Refused): Html {
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
