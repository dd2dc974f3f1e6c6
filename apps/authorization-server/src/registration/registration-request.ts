import { z } from 'zod';
import { areSafeRedirects, inferApplicationType } from './redirect-uris.ts';

const name = z.string().max(200);
const uri = z.string().max(2000);
const word = z.string().max(100);

/**
 * What a client may say of itself; all else is left out, as RFC 7591 has it. Its scope too: what a token may do is asked
 * for, and seen by a person, with every authorization.
 */
export const registrationRequest = z
  .object({
    redirect_uris: z.array(uri).min(1).max(20),
    client_name: name.optional(),
    client_uri: uri.optional(),
    logo_uri: uri.optional(),
    policy_uri: uri.optional(),
    tos_uri: uri.optional(),
    contacts: z.array(name).max(10).optional(),
    application_type: word.optional(),
    grant_types: z.array(word).max(10).optional(),
    response_types: z.array(word).max(10).optional(),
    token_endpoint_auth_method: word.optional(),
  })
  .refine((request) => areSafeRedirects(request.redirect_uris), {
    path: ['redirect_uris'],
    message: 'must be addresses with https, on loopback, or with a scheme of their own',
  })
  .transform((request) => ({
    ...request,
    application_type: request.application_type ?? inferApplicationType(request.redirect_uris),
  }));
