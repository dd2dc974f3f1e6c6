import type { ErasedPerson, PersonData } from '@funnel/contacts';
import type { AccountMembers } from '@funnel/identity';
import { buttonForm, csrfField, foldedForm, type Html, html, invalidIf } from '@funnel/pages';
import { accountPage, type PageViewer } from './account-page.ts';

export interface ShownPersonData {
  /** Of the accounts that the person owns. */
  websites: AccountMembers['websites'];
  /** Whom the person asked for. */
  who?: string;
  data?: PersonData;
  erased?: ErasedPerson;
  error?: string;
}

export function personDataPage(viewer: PageViewer, shown: ShownPersonData): string {
  const { websites, who, data, erased, error } = shown;
  return accountPage('/person-data', viewer, {
    title: 'Personal data',
    lead: 'Somebody asks what your websites have stored about them, or wants to be forgotten.',
    notice:
      erased &&
      `Erased: ${amount(erased.contacts, erased.pendingEvents)}. Backups keep the person until they are deleted.`,
    error,
    content: html`${
      websites.length === 0
        ? html`<p class="empty">This page is for owners of an account with a website.</p>`
        : html`<section class="panel" aria-labelledby="find"><h2 id="find">Find a person</h2>
<form method="post" action="/person-data" class="stack narrow">
${csrfField(viewer.csrf)}
<div class="field"><label for="who">E-mail, phone or visitor token</label>
<input id="who" name="who" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="300" required value="${who}"${invalidIf(error)}></div>
<button type="submit" class="primary">Find</button>
</form>
</section>`
    }
${data && foundView(viewer.csrf, shown, data)}`,
  });
}

function foundView(csrf: string, { who = '', websites }: ShownPersonData, data: PersonData): Html {
  const { contacts, pendingEvents } = data;
  const hidden = html`<input type="hidden" name="who" value="${who}">`;
  const nameOf = (id: number) => websites.find((website) => website.id === id)?.name ?? `#${id}`;
  const isEmpty = contacts.length === 0 && pendingEvents.length === 0;
  const download = { action: '/person-data/export', csrf, fields: hidden };
  const erase = foldedForm({
    action: '/person-data/erase',
    csrf,
    summary: 'Erase',
    content: html`${hidden}<p>The contacts are deleted, and events that are not counted yet lose their visitor. It cannot be undone. Counts stay as they are: nobody can be found in them.</p>`,
    button: 'Erase this person',
  });
  return html`<section class="panel" aria-labelledby="found"><h2 id="found">Stored about <span class="break">${who}</span></h2>
<p>${isEmpty ? 'Nothing, on any of your websites.' : `${amount(contacts.length, pendingEvents.length)}.`}</p>
<ul class="tokens">${contacts.map(
    ({ website_id: id, name, last_name: lastName, created_at: createdAt }) => html`<li class="token">
<div class="token-head"><h3 class="break">${nameOf(id)}</h3></div>
<p class="hint">${[name, lastName].filter(Boolean).join(' ') || 'Without a name'} · since ${createdAt.slice(0, 10)}</p></li>`,
  )}</ul>
${!isEmpty && html`${buttonForm({ ...download, text: 'Download everything (JSON)' })}${erase}`}
</section>`;
}

function amount(contacts: number, events: number): string {
  return `${counted(contacts, 'contact')} and ${counted(events, 'event')} that ${events === 1 ? 'is' : 'are'} not counted yet`;
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
