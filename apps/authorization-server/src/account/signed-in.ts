import type { Actor, Database } from '@funnel/db';
import type { SessionUser } from '@funnel/identity';
import { type AccountPath, html, pageHeaders, sendPage } from '@funnel/pages';
import { type Clock, methodNotAllowed, rejectForgedForm } from '@funnel/service';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { parseForm } from '../people/forms.ts';
import { actorOf, type People, type Person } from '../people/people.ts';
import type { ResourceUris } from '../resources.ts';
import { accountAddress, accountPage, inQuery } from './account-page.ts';

export interface PageDependencies {
  database: Database;
  people: People;
  resources: ResourceUris;
  issuer: string;
  clock: Clock;
}

export interface Visit<Visitor extends Person = Person> {
  req: Request;
  res: Response;
  person: Visitor;
  /** For the forms of the page. */
  csrf: string;
  /** The person, as the audit log names them. */
  actor: Actor;
}

export type VisitHandler<Visitor extends Person = Person> = (visit: Visit<Visitor>) => Promise<void> | void;

export interface VisitRoutes<Visitor extends Person = Person> {
  router: Router;
  /** A page, and the form that is sent to the same path, if there is one. */
  page: (path: string, show: VisitHandler<Visitor>, send?: VisitHandler<Visitor>) => void;
  /** A form that is sent to a path without a page. */
  form: (path: string | string[], send: VisitHandler<Visitor>) => void;
}

/** Routes for people who are signed in. Others are sent to the login. */
export function signedInRoutes(people: People): VisitRoutes {
  return routesFor(people, (req, res) => personAt(people, req, res));
}

/** Routes for what is a person's alone: see `ownPersonAt`. */
export function ownRoutes(people: People, path: AccountPath): VisitRoutes<SessionUser & Person> {
  return routesFor(people, (req, res) => ownPersonAt(people, req, res, path));
}

/** `identify` says who it is, or responds and returns undefined. A form that no page of ours has sent is refused. */
function routesFor<Visitor extends Person>(
  people: People,
  identify: (req: Request, res: Response) => Promise<Visitor | undefined>,
): VisitRoutes<Visitor> {
  const router = Router();
  const answer =
    (handle: VisitHandler<Visitor>, isForm: boolean): RequestHandler =>
    async (req, res) => {
      const person = await identify(req, res);
      if (!person) return;
      if (isForm && !people.verifyCsrf(req)) return rejectForgedForm(req, res);
      const csrf = people.csrfToken(req, res);
      await handle({ req, res, person, csrf, actor: actorOf(req, person) });
    };
  return {
    router,
    page(path, show, send) {
      const route = router.route(path).all(pageHeaders).get(answer(show, false));
      if (send) route.post(...parseForm, answer(send, true)).all(methodNotAllowed('GET', 'HEAD', 'POST'));
      else route.all(methodNotAllowed('GET', 'HEAD'));
    },
    form(path, send) {
      router
        .route(path)
        .all(pageHeaders)
        .post(...parseForm, answer(send, true))
        .all(methodNotAllowed('POST'));
    },
  };
}

/** Who is signed in; otherwise goes to the login, or to what is missing, and returns undefined. */
async function personAt(people: People, req: Request, res: Response): Promise<Person | undefined> {
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

/** Says why somebody whom the company has signed in cannot change what is theirs alone. */
function byCompanyPage(path: AccountPath, viewer: { csrf: string; person: Person }): string {
  return accountPage(path, viewer, {
    title: 'Signed in with your company',
    heading: 'You are signed in with your company',
    content: html`<section class="panel">
<p>Your password and your second factor are those of your company: change them there.</p>
<p>If you have a password here as well, sign out and sign in with it to change it. If you need one, because you leave the company or work for
another account too, ask the operator of this service for a link to choose it.</p>
</section>`,
  });
}
