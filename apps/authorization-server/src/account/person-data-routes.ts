import {
  erasePersonData,
  type PersonData,
  type PersonKey,
  personKeyOf,
  readPersonData,
} from '@funnel/contacts';
import { recordAccess } from '@funnel/db';
import type { VisitorSecrets } from '@funnel/domain';
import { ownedAccounts } from '@funnel/identity';
import { sendPage, textOf } from '@funnel/pages';
import type { Router } from 'express';
import { personDataPage, type ShownPersonData } from './person-data-page.ts';
import { type PageDependencies, signedInRoutes, type Visit, type VisitHandler } from './signed-in.ts';

const NO_PERSON = 'Enter an e-mail address, a phone number or a visitor token. Nothing was changed.';
const MAX_LENGTH = 300;

/** Whom a form is about, on the websites of its sender. */
interface Asked extends Pick<ShownPersonData, 'websites'> {
  who: string;
  key: PersonKey;
}

/** What the page needs. The secrets hash the visitors of this installation. */
export interface PersonDataDependencies extends Pick<PageDependencies, 'database' | 'people'> {
  secrets: VisitorSecrets;
}

/** `/person-data`: an owner sees, exports and erases what the websites of their accounts have stored about one person. */
export function personDataRoutes({ database, people, secrets }: PersonDataDependencies): Router {
  const { router, page, form } = signedInRoutes(people);

  const websitesOf = async ({ person }: Visit) =>
    (await ownedAccounts(database, person.id)).flatMap(({ websites }) => websites);

  const callerOf = ({ actor, person }: Visit) => ({
    actorId: person.id,
    clientId: null,
    address: actor.address ?? null,
    details: {},
  });

  const show = (visit: Visit, shown: ShownPersonData) =>
    sendPage(visit.res, shown.error ? 422 : 200, personDataPage(visit, shown));

  /** A form, because it is personal whom it is about: it must not be part of an address. */
  const about =
    (handle: (visit: Visit, asked: Asked) => Promise<void>): VisitHandler =>
    async (visit) => {
      const who = textOf(visit.req.body, 'who').trim().slice(0, MAX_LENGTH);
      const websites = await websitesOf(visit);
      const found = websites.length > 0 ? personKeyOf(who) : undefined;
      if (!found) return show(visit, { who, websites, error: NO_PERSON });
      return handle(visit, { who, websites, key: { ...found, websiteIds: websites.map(({ id }) => id) } });
    };

  /** What is stored about somebody. The audit log says that it was read, not about whom. */
  async function read(visit: Visit, key: PersonKey): Promise<PersonData> {
    const data = await readPersonData(database, key, secrets);
    const websiteIds = [...new Set(data.contacts.map((contact) => contact.website_id))];
    if (websiteIds.length > 0)
      await recordAccess(database.orm, { kind: 'contacts_read', websiteIds, caller: callerOf(visit) });
    return data;
  }

  page(
    '/person-data',
    async (visit) => show(visit, { websites: await websitesOf(visit) }),
    about(async (visit, { who, websites, key }) =>
      show(visit, { who, websites, data: await read(visit, key) }),
    ),
  );

  form(
    '/person-data/export',
    about(async (visit, { key }) => {
      const data = await read(visit, key);
      visit.res
        .attachment('person.json')
        .type('json')
        .send(`${JSON.stringify(data, null, 2)}\n`);
    }),
  );

  form(
    '/person-data/erase',
    about(async (visit, { websites, key }) => {
      const erased = await erasePersonData(database, key, { caller: callerOf(visit), secrets });
      show(visit, { websites, erased });
    }),
  );
  return router;
}
