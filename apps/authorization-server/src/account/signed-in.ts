import type { SessionUser } from '@funnel/identity';
import { sendPage } from '@funnel/pages';
import type { Request, RequestHandler, Response } from 'express';
import { rejectForgedForm } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';
import { type AccountPath, accountAddress, inQuery } from './account-header.ts';
import { byCompanyPage } from './by-company-page.ts';

/** Who is signed in; otherwise goes to the login, or to what is missing, and returns undefined. */
export async function personAt(people: People, req: Request, res: Response): Promise<Person | undefined> {
  const person = await people.currentPerson(req);
  if (!person) res.redirect(303, (await people.anyPerson(req)) ? '/second-factor' : loginFor(people, req));
  return person;
}

/** The login. A login without a target leads to the dashboard, if there is one; this one leads back. */
function loginFor({ reportsUrl }: People, { method, path, originalUrl }: Request): string {
  const wish = method === 'GET' ? accountAddress(originalUrl) : accountAddress(path);
  return reportsUrl && wish !== undefined ? `/login?to=${inQuery(wish)}` : '/login';
}

/**
 * Who is signed in by what is theirs; otherwise responds and returns undefined. For what is the person's alone: the word of a company
 * is not enough to change it. A second factor that an account requires can be missing only on the page where it is added.
 */
export async function ownPersonAt(
  people: People,
  req: Request,
  res: Response,
  path: AccountPath,
): Promise<(SessionUser & Person) | undefined> {
  const person = await people.anyPerson(req);
  if (person?.isTooWeak && path !== '/second-factor') {
    res.redirect(303, '/second-factor');
    return undefined;
  }
  if (person && !person.isByCompany) return person;
  if (person) sendPage(res, 403, byCompanyPage(path, { csrf: people.csrfToken(req, res), person }));
  else res.redirect(303, loginFor(people, req));
  return undefined;
}

/** The person who sent a genuine form; otherwise responds and returns undefined. */
export async function senderOf(people: People, req: Request, res: Response): Promise<Person | undefined> {
  const person = await personAt(people, req, res);
  if (!person || people.verifyCsrf(req)) return person;
  rejectForgedForm(req, res);
  return undefined;
}

/** Handles a genuine form of somebody who is signed in; its body must be parsed. */
export function fromSender(
  people: People,
  handle: (req: Request, res: Response, person: Person) => Promise<void>,
): RequestHandler {
  return async (req, res) => {
    const person = await senderOf(people, req, res);
    if (person) await handle(req, res, person);
  };
}
