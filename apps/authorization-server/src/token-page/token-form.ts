import { isFormId, selectedWebsites } from '@funnel/pages';
import { onlyPrinted, type ResourceKind, type Scope, type WebsiteId } from '@funnel/domain';
import type { UserWebsite } from '@funnel/identity';
import { chosenSeconds, TOKEN_LIFETIMES } from '../lifetimes.ts';
import { RESOURCE_KINDS, RESOURCES } from '../resources.ts';

type TokenField = 'name' | 'website_ids' | 'resource' | 'scopes' | 'life';

/** What a person entered, valid or not. The form is shown again with it. */
export interface TokenFormInput {
  name: string;
  websiteIds: readonly number[];
  resource: string;
  scopes: readonly string[];
  life: string;
  /** Identifies the form that was shown: it creates one token, however often it is sent. */
  formId: string;
}

interface TokenRequest {
  name: string;
  websiteIds: readonly WebsiteId[];
  resource: ResourceKind;
  scopes: Scope[];
  lifeSeconds: number;
}

export type TokenFormErrors = Partial<Record<TokenField, string>>;
export type ParsedTokenForm =
  | { input: TokenFormInput; request: TokenRequest }
  | { input: TokenFormInput; errors: TokenFormErrors };

export const TOKEN_NAME_MAX_LENGTH = 80;

/** Validates the form. `own` are the websites of the person. */
export function parseTokenForm(body: unknown, own: readonly UserWebsite[]): ParsedTokenForm {
  const selection = selectedWebsites(body, own);
  const input = {
    ...readInput(body as Record<string, unknown> | undefined),
    websiteIds: selection.selectedIds,
  };
  const { name } = input;
  const lifeSeconds = chosenSeconds(TOKEN_LIFETIMES, input.life);
  const resource = RESOURCE_KINDS.find((kind) => kind === input.resource);
  const scopes = resource ? scopesFor(resource, input.scopes) : [];
  const errors: TokenFormErrors = {
    ...((name === '' || name.length > TOKEN_NAME_MAX_LENGTH) && {
      name: `Enter a name of 1 to ${TOKEN_NAME_MAX_LENGTH} characters.`,
    }),
    ...('error' in selection && { website_ids: selection.error }),
    ...(!resource && { resource: 'Choose what the token is for.' }),
    ...(resource && scopes.length === 0 && { scopes: 'Select at least one permission.' }),
    ...(lifeSeconds === undefined && { life: 'Choose an expiry.' }),
    ...(!isFormId(input.formId) && { name: 'This form is out of date. Reload the page.' }),
  };
  if (!resource || lifeSeconds === undefined || 'error' in selection || Object.keys(errors).length > 0)
    return { input, errors };
  return {
    input,
    request: {
      name,
      websiteIds: selection.websiteIds,
      resource,
      scopes,
      lifeSeconds,
    },
  };
}

/** A resource with a single scope has no choice; scopes selected for another resource are ignored. */
function scopesFor(resource: ResourceKind, selected: readonly string[]): Scope[] {
  const { scopes } = RESOURCES[resource];
  return scopes.length === 1 ? [...scopes] : scopes.filter((scope) => selected.includes(scope));
}

function readInput(body: Record<string, unknown> = {}): Omit<TokenFormInput, 'websiteIds'> {
  const [name = '', resource = '', life = '', formId = ''] = ['name', 'resource', 'life', 'form_id'].map(
    (field) => texts(body[field])[0],
  );
  return {
    // Control characters would change how the list is shown, and PostgreSQL cannot store NUL in a text.
    name: onlyPrinted(name).trim(),
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
