import type { Scope, WebsiteId } from '@funnel/domain';
import { isLife, LIVES } from './lives.ts';
import { RESOURCE_KINDS, type ResourceKind, RESOURCES } from './resources.ts';

export type TokenField = 'name' | 'website_ids' | 'resource' | 'scopes' | 'life';

/** What a person entered, right or wrong: the form is shown again with it. */
export interface EnteredToken {
  name: string;
  websiteIds: readonly number[];
  resource: string;
  scopes: readonly string[];
  life: string;
  /** Of the form as it was shown: it makes one token, however often it is sent. */
  formId: string;
}

interface TokenRequest {
  name: string;
  websiteIds: readonly WebsiteId[];
  resource: ResourceKind;
  scopes: Scope[];
  lifeSeconds: number;
}

export type TokenFaults = Partial<Record<TokenField, string>>;
export type ParsedTokenForm =
  | { entered: EnteredToken; request: TokenRequest }
  | { entered: EnteredToken; faults: TokenFaults };

const NAME_MAX_LENGTH = 80;
const FORM_ID = /^[\w-]{22}$/;

/** `allowedIds`: the websites of the person. One outside them is refused, not dropped. */
export function parseTokenForm(body: unknown, allowedIds: ReadonlySet<number>): ParsedTokenForm {
  const entered = readEntered(body as Record<string, unknown> | undefined);
  const { name, life } = entered;
  const websiteIds = entered.websiteIds.filter((id): id is WebsiteId => allowedIds.has(id));
  const resource = RESOURCE_KINDS.find((kind) => kind === entered.resource);
  const scopes = resource ? scopesFor(resource, entered.scopes) : [];
  const faults: TokenFaults = {
    ...((name === '' || name.length > NAME_MAX_LENGTH) && {
      name: `Give it a name of 1 to ${NAME_MAX_LENGTH} characters.`,
    }),
    ...(entered.websiteIds.length === 0 && { website_ids: 'Pick at least one website.' }),
    ...(websiteIds.length < entered.websiteIds.length && {
      website_ids: 'Pick only websites of your own accounts.',
    }),
    ...(!resource && { resource: 'Pick what the token is for.' }),
    ...(resource && scopes.length === 0 && { scopes: 'Pick at least one permission.' }),
    ...(!isLife(life) && { life: 'Pick how long it shall work.' }),
    ...(!FORM_ID.test(entered.formId) && { name: 'This form is out of date: reload the page.' }),
  };
  if (!resource || !isLife(life) || Object.keys(faults).length > 0) return { entered, faults };
  return {
    entered,
    request: { name, websiteIds, resource, scopes, lifeSeconds: LIVES[life].seconds },
  };
}

/** A resource with a single scope leaves no choice; what was ticked for the other one does not count. */
function scopesFor(resource: ResourceKind, ticked: readonly string[]): Scope[] {
  const { scopes } = RESOURCES[resource];
  return scopes.length === 1 ? [...scopes] : scopes.filter((scope) => ticked.includes(scope));
}

function readEntered(body: Record<string, unknown> = {}): EnteredToken {
  const [name = '', resource = '', life = '', formId = ''] = ['name', 'resource', 'life', 'form_id'].map(
    (field) => texts(body[field])[0],
  );
  const ids = texts(body['website_ids']).map((text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0));
  return {
    // Control characters have no place in a name, and PostgreSQL's text cannot hold NUL.
    name: name.replaceAll(/\p{Cc}/gu, ' ').trim(),
    websiteIds: [...new Set(ids)],
    resource,
    scopes: texts(body['scopes']),
    life,
    formId,
  };
}

function texts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === 'string');
}
