import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, WEBHOOK_EXAMPLES } from '@funnel/notifications';
import { type Components, outputSchema } from './schemas.ts';

/** The requests to webhooks as OpenAPI describes them; named schemas are added to `components`. */
export function openApiWebhooks(components: Components) {
  return Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => {
      const { title, description, schema } = WEBHOOK_EVENTS[type];
      const body = { schema: outputSchema(schema, components), example: WEBHOOK_EXAMPLES[type] };
      const post = {
        operationId: `on_${type.replace('.', '_')}`,
        summary: title,
        description,
        // It is signed, which OpenAPI has no scheme for.
        security: [],
        parameters: SIGNED_HEADERS,
        requestBody: { required: true, content: { 'application/json': body } },
        responses: RESPONSES,
      };
      return [type, { post }] as const;
    }),
  );
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const SIGNED_HEADERS = [
  header(
    'webhook-id',
    'The id of the message, the same in every attempt: ignore a message whose id you have seen.',
  ),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970. Refuse it after five minutes.'),
  header(
    'webhook-signature',
    'Signatures, separated by a space: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one for each valid secret of the webhook.',
  ),
];

const RESPONSES = {
  '2XX': { description: 'Received. Other answers, also redirects, make the service try again later.' },
  '410': { description: 'Gone: nothing more is sent to this address.' },
};
