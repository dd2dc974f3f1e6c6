import type { Request, Response } from 'express';
import { rejectForgedForm } from '../people/forms.ts';
import type { People, Person } from '../people/people.ts';

/** Who is signed in; otherwise goes to the login, or to what is missing, and returns undefined. */
export async function personAt(people: People, req: Request, res: Response): Promise<Person | undefined> {
  const person = await people.currentPerson(req);
  if (!person) res.redirect(303, (await people.anyPerson(req)) ? '/second-factor' : '/login');
  return person;
}

/** The person who sent a genuine form; otherwise responds and returns undefined. */
export async function senderOf(people: People, req: Request, res: Response): Promise<Person | undefined> {
  const person = await personAt(people, req, res);
  if (!person || people.verifyCsrf(req)) return person;
  rejectForgedForm(req, res);
  return undefined;
}
