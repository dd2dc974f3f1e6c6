import type { Resource } from '@funnel/operations';
import { EXAMPLES } from './examples.ts';
import { resourceHeaders } from './headers.ts';
import { outputSchema, type SharedSchemas } from './output-schema.ts';
import { parameterOf } from './parameter.ts';
import { resourceProblems } from './problems.ts';
import { securityOf } from './security.ts';

/** By path, in the order of spec 4.4. */
const TAGS: Readonly<Record<string, { name: string; description: string }>> = {
  '/areas': { name: 'Areas', description: 'Scope: `areas:read`.' },
  '/contacts': {
    name: 'Contacts',
    description: 'Scopes: `contacts:read` to read, `contacts:write` to change and delete.',
  },
  '/cta': { name: 'Campaigns', description: 'Scope: `ctas:read`.' },
  '/websites': { name: 'Website', description: 'Scope: `websites:read`. The answer holds a secret.' },
};

export const RESOURCE_TAGS = Object.values(TAGS);

/** One operation on a resource; schemas that answers share go to `shared`. */
export function resourceOperation(resource: Resource, shared: SharedSchemas) {
  const { operationId, path, scope, summary, description, parameters, body, output } = resource;
  const [example, tag] = [EXAMPLES[operationId], TAGS[path]];
  if (!example || !tag) throw new Error(`The operation ${operationId} lacks an example or a tag`);
  const answer = (told: string) => ({
    description: told,
    headers: resourceHeaders(resource),
    content: { 'application/json': { schema: outputSchema(output, shared), example: example.answer } },
  });
  return {
    operationId,
    tags: [tag.name],
    summary,
    description: `${description} Scope: \`${scope}\`.`,
    security: securityOf(scope),
    parameters: Object.values(parameters).map((parameter) => parameterOf(parameter, path, example)),
    ...(body
      ? {
          requestBody: {
            required: true,
            description: 'At most 64 KiB.',
            content: { 'application/json': { schema: body, example: example.body } },
          },
        }
      : {}),
    responses: {
      '200': answer(body ? 'Changed' : summary),
      ...(body ? { '201': answer('Created') } : {}),
      ...resourceProblems(resource),
    },
  };
}
