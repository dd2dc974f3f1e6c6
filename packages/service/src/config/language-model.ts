import { z } from 'zod';
import { httpUrl, milliseconds } from './kinds.ts';

export const languageModel = {
  INSIGHTS_LLM_URL: httpUrl.optional().meta({
    meaning: 'a language model phrases the insights; without it the built-in texts are used',
    description: 'the base URL of an OpenAI-compatible API, or nothing',
    example: 'https://models.example.com/v1',
  }),
  INSIGHTS_LLM_MODEL: z.string().min(1).default('default').meta({
    meaning: 'the model to use',
    description: 'the name of a model of that API',
    example: 'small-writer',
  }),
  INSIGHTS_LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .meta({
      meaning: 'sent as a bearer token, only to that address',
      description: 'the key of that API, or nothing',
      example: '...',
      isSecret: true,
    }),
  INSIGHTS_LLM_TIMEOUT_MS: milliseconds({
    from: 100,
    to: 300_000,
    fallback: 20_000,
    meaning: 'after this time the built-in texts are used',
  }),
};
