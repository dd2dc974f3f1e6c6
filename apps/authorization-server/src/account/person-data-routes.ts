import {
  erasePersonData,
  type PersonData,
  type PersonKey,
  personKeyOf,
  readPersonData,
} from '@funnel/contacts';
import { type Database, recordAccess } from '@funnel/db';
import type { VisitorSecrets } from '@funnel/domain';
import { type AccountMembers, ownedAccounts } from '@funnel/identity';
import { pageHeaders, sendPage } from '@funnel/pages';
import { methodNotAllowed, networkOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { parseForm, textOf } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import { type PersonDataPageOptions, personDataPage } from './person-data-page.ts';
import { fromSender, personAt } from './signed-in.ts';

type Websites = AccountMembers['websites'];

const NOBODY_SAID = 'Enter an e-mail address, a phone number or a visitor token. Nothing was changed.';
const MAX_LENGTH = 300;

/** What the page needs. The secrets hash the visitors of this installation. */
export interface PersonDataDependencies {
  database: Database;
  people: People;
  secrets: VisitorSecrets;
}

/** `/person-data`: an owner sees, exports and erases what the websites of their accounts have stored about one person. */
export function personDataRoutes({ database, people, secrets }: PersonDataDependencies): Router {
  const websitesOf = async ({ id }: Person) =>
    (await ownedAccounts(database, id)).flatMap(({ websites }) => websites);

  const callerOf = (req: Request, person: Person) => ({
    actorId: person.id,
    clientId: null,
    address: networkOf(req.ip),
    details: {},
  });

  const show = (
    req: Request,
    res: Response,
    person: Person,
    {
      status = 200,
      ...view
    }: Pick<PersonDataPageOptions, 'websites'> & Partial<PersonDataPageOptions> & { status?: number },
  ) => sendPage(res, status, personDataPage({ csrf: people.csrfToken(req, res), person, ...view }));

  /** Whom a form is about, on the websites of the sender. A form, because it is personal: it must not be part of an address. */
  const about = (
    handle: (
      req: Request,
      res: Response,
      asked: { person: Person; who: string; websites: Websites; key: PersonKey },
    ) => Promise<void>,
  ) =>
    fromSender(people, async (req, res, person) => {
      const who = textOf(req.body, 'who').trim().slice(0, MAX_LENGTH);
      const websites = await websitesOf(person);
      const found = websites.length > 0 ? personKeyOf(who) : undefined;
      if (!found) return show(req, res, person, { status: 422, who, websites, error: NOBODY_SAID });
      const key = { ...found, websiteIds: websites.map(({ id }) => id) };
      return handle(req, res, { person, who, websites, key });
    });

  const router = Router();
  router
    .route('/person-data')
    .all(pageHeaders)
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (person) show(req, res, person, { websites: await websitesOf(person) });
    })
    .post(
      parseForm,
      about(async (req, res, { person, who, websites, key }) => {
        show(req, res, person, { who, websites, data: await read(req, person, key) });
      }),
    )
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  router
    .route('/person-data/export')
    .all(pageHeaders)
    .post(
      parseForm,
      about(async (req, res, { person, key }) => {
        const data = await read(req, person, key);
        res
          .attachment('person.json')
          .type('json')
          .send(`${JSON.stringify(data, null, 2)}\n`);
      }),
    )
    .all(methodNotAllowed('POST'));

  router
    .route('/person-data/erase')
    .all(pageHeaders)
    .post(
      parseForm,
      about(async (req, res, { person, websites, key }) => {
        const erased = await erasePersonData(database, key, { caller: callerOf(req, person), secrets });
        show(req, res, person, { websites, erased });
      }),
    )
    .all(methodNotAllowed('POST'));

  /** What is stored about somebody. The audit log says that it was read, not about whom. */
  async function read(req: Request, person: Person, key: PersonKey): Promise<PersonData> {
    const data = await readPersonData(database, key, secrets);
    const websiteIds = [...new Set(data.contacts.map((contact) => contact.website_id))];
    if (websiteIds.length > 0)
      await recordAccess(database.orm, { kind: 'contacts_read', websiteIds, caller: callerOf(req, person) });
    return data;
  }
  return router;
}
