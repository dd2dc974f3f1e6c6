import { Visitor } from './visitor.ts';

/** A person who logs in and grants access. */
export interface Person {
  email: string;
  password: string;
  /** The websites to select at consent. */
  websiteIds: readonly number[];
}

/** Opens an authorization request, logs in and grants access; resolves with the address of the redirect back. */
export async function grantAccess(
  authorizationUrl: string | URL,
  person: Person,
  callbackOrigin: string,
): Promise<URL> {
  const page = await new Visitor(new URL(authorizationUrl).origin).answer(authorizationUrl, person);
  const url = new URL(page.url);
  if (url.origin !== callbackOrigin)
    throw new Error(`${url.pathname} answered ${page.status}: ${page.text.slice(0, 500)}`);
  return url;
}
