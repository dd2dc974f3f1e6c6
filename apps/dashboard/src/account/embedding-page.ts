import { MAX_EMBED_ORIGINS, parseId } from '@funnel/domain';
import { type Html, html, pageHeaders } from '@funnel/pages';
import { methodNotAllowed } from '@funnel/service';
import { Router } from 'express';
import { type AccountPages, fieldOf, type Visit } from './account-pages.ts';

interface Account {
  id: number;
  name: string;
  origins: string[];
}

/** A form that was refused. */
interface Refused {
  accountId: number;
  text: string;
  error: string;
}

const ACCOUNTS = '/beyond-v1/embedding/accounts';
const NOT_FOUND = 'It is not an account that you own. Nothing was changed.';

/** `/embedding`: where the reports of an account may be shown. */
export function embeddingRoutes({ page, form }: AccountPages): Router {
  const router = Router();
  router
    .route('/embedding')
    .all(pageHeaders)
    .get(page((visit) => show(visit, 200)))
    .all(methodNotAllowed('GET', 'HEAD'));
  router
    .route('/embedding/:account')
    .all(pageHeaders)
    .post(...form(save))
    .all(methodNotAllowed('POST'));
  return router;
}

async function save(visit: Visit): Promise<void> {
  const { req, res, ask, notFound } = visit;
  const accountId = parseId(req.params['account']);
  if (accountId === undefined) return notFound(NOT_FOUND);
  const text = fieldOf(req, 'origins');
  const origins = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const answer = await ask({ method: 'PATCH', path: `${ACCOUNTS}/${accountId}`, body: { origins } });
  if (!('problem' in answer)) return res.redirect(303, '/embedding?notice=changed');
  const { status, detail } = answer.problem;
  if (status === 404) return notFound(NOT_FOUND);
  return show(visit, 422, { accountId, text, error: detail });
}

async function show(visit: Visit, status: number, refused?: Refused): Promise<void> {
  const { req, ask, notFound } = visit;
  const answer = await ask({ method: 'GET', path: ACCOUNTS });
  if ('problem' in answer) return notFound(answer.problem.detail);
  const { accounts } = answer.body as { accounts: Account[] };
  const isOwn = accounts.some(({ id }) => id === refused?.accountId);
  if (refused && !isOwn) return notFound(NOT_FOUND);
  const isChanged = !refused && req.query['notice'] === 'changed';
  return visit.show(status, {
    path: '/embedding',
    title: 'Embedding',
    content: (csrf) => html`<h1>Embedding</h1>
<p class="lead">Your product can show these reports inside its own pages. Say here at which addresses it does; everywhere else the reports stay empty.</p>
${isChanged && html`<p class="note" role="status">Saved. It takes effect within a minute.</p>`}
${refused && html`<p class="note error" id="error" role="alert">${refused.error}</p>`}
${accounts.length > 0 ? accounts.map((account) => accountView(account, csrf, refused)) : NOT_AN_OWNER}`,
  });
}

const NOT_AN_OWNER = html`<section class="panel"><p class="empty">You own no account that has websites. The owner of an account decides where its reports may be shown.</p></section>`;

function accountView({ id, name, origins }: Account, csrf: string, refused: Refused | undefined): Html {
  const own = refused?.accountId === id ? refused : undefined;
  return html`<section class="panel" aria-labelledby="account-${id}">
<h2 id="account-${id}" class="name">${name}</h2>
<form method="post" action="/embedding/${id}" class="stack">
<input type="hidden" name="csrf" value="${csrf}">
<div class="field">
<label for="origins-${id}">Allowed origins, one per line</label>
<textarea id="origins-${id}" name="origins" rows="6" spellcheck="false" autocapitalize="none" autocomplete="off" aria-describedby="${own ? 'error ' : ''}hint-${id}"${own && html` aria-invalid="true"`}>${own?.text ?? origins.join('\n')}</textarea>
</div>
<p class="hint" id="hint-${id}">For example https://app.example.com. At most ${MAX_EMBED_ORIGINS}. https://*.example.com allows all subdomains: use it only if all of them are yours. http:// works for localhost only. Nobody can embed while the list is empty.</p>
<button type="submit">Save</button>
</form>
</section>`;
}
