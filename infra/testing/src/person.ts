import { Visitor } from './visitor.ts';

/** Who logs in and allows what a client asks for. */
export interface Person {
  email: string;
  password: string;
  /** The websites to tick at consent. */
  websiteIds: readonly number[];
}

/** Opens an authorization request and resolves with the address that the client is sent back to. */
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
