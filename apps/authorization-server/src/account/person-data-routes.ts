import { type Database, erasePersonData, personKeyOf, readPersonData, recordAccess } from '@funnel/db';
import { ownedAccounts } from '@funnel/identity';
import { methodNotAllowed, networkOf } from '@funnel/service';
import { type Request, type Response, Router } from 'express';
import { securityHeaders, sendPage } from '../pages/serve-pages.ts';
import { parseForm, textOf } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import { type PersonDataPageOptions, personDataPage } from './person-data-page.ts';
import { personAt, senderOf } from './signed-in.ts';

const NOBODY_SAID = 'Enter an e-mail address, a phone number or a visitor token. Nothing was changed.';
const MAX_LENGTH = 300;

/** `/person-data`: an owner sees, exports and erases what the websites of their accounts have stored about one person. */
export function personDataRoutes({ database, people }: { database: Database; people: People }): Router {
  const websitesOf = async ({ id }: Person) =>
    (await ownedAccounts(database, id)).flatMap(({ websites }) => websites);

  /** Whom a form is about, on the websites of the sender. */
  async function whomOf(req: Request, person: Person) {
    const who = textOf(req.body, 'who').trim().slice(0, MAX_LENGTH);
    const websites = await websitesOf(person);
    const key = websites.length > 0 ? personKeyOf(who) : undefined;
    return { who, websites, key: key && { ...key, websiteIds: websites.map(({ id }) => id) } };
  }

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

  const router = Router();
  const form = (path: string, handle: (req: Request, res: Response, person: Person) => Promise<void>) =>
    router
      .route(path)
      .all(securityHeaders)
      .post(parseForm, async (req, res) => {
        const person = await senderOf(people, req, res);
        if (person) await handle(req, res, person);
      });

  // A form, because what it asks for is personal: it must not be part of an address.
  form('/person-data', async (req, res, person) => {
    const { who, websites, key } = await whomOf(req, person);
    if (!key) return show(req, res, person, { status: 422, who, websites, error: NOBODY_SAID });
    const data = await readPersonData(database, key);
    await noteRead(req, person, data);
    show(req, res, person, { who, websites, data });
  })
    .get(async (req, res) => {
      const person = await personAt(people, req, res);
      if (person) show(req, res, person, { websites: await websitesOf(person) });
    })
    .all(methodNotAllowed('GET', 'HEAD', 'POST'));

  form('/person-data/export', async (req, res, person) => {
    const { who, websites, key } = await whomOf(req, person);
    if (!key) return show(req, res, person, { status: 422, who, websites, error: NOBODY_SAID });
    const data = await readPersonData(database, key);
    await noteRead(req, person, data);
    res
      .attachment('person.json')
      .type('json')
      .send(`${JSON.stringify(data, null, 2)}\n`);
  }).all(methodNotAllowed('POST'));

  form('/person-data/erase', async (req, res, person) => {
    const { who, websites, key } = await whomOf(req, person);
    if (!key) return show(req, res, person, { status: 422, who, websites, error: NOBODY_SAID });
    const erased = await erasePersonData(database, key, callerOf(req, person));
    show(req, res, person, { websites, erased });
  }).all(methodNotAllowed('POST'));

  async function noteRead(
    req: Request,
    person: Person,
    { contacts }: Awaited<ReturnType<typeof readPersonData>>,
  ): Promise<void> {
    const websiteIds = [...new Set(contacts.map((contact) => contact.website_id))];
    if (websiteIds.length === 0) return;
    await recordAccess(database.orm, { kind: 'contacts_read', websiteIds, caller: callerOf(req, person) });
  }
  return router;
}
