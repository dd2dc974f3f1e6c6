import { describeExamples } from '@funnel/examples';
import { afterAll, beforeAll } from '@jest/globals';
import { type RestApi, startRestApi } from './support/rest-api.ts';

let api: RestApi;
beforeAll(async () => {
  api = await startRestApi();
});
afterAll(() => api.stop());

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  setup: async () => ({ values: { baseUrl: api.baseUrl, token: api.token } }),
});
