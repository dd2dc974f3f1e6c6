import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { DEMO_WEBSITES } from '../src/index.ts';
import { demoCatalog } from '../src/load/demo-catalog.ts';

interface Parameter {
  name: string;
  example?: number;
  $ref?: string;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example: never }> };
}
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters?: Record<string, Parameter> };
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../contracts/${name}`, import.meta.url), 'utf8')) as Contract;
const operationsOf = ({ paths }: Contract) =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

const { websites, campaigns } = demoCatalog({ id: 1, name: 'Demo' }, DEMO_WEBSITES, 20_000);
/** The ids of a website of the demo, by level. */
const idsOf = (websiteId: number) => {
  const own = campaigns.filter(({ website_id }) => website_id === websiteId);
  const variants = own.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const elements = steps.flatMap((step) => step.elements);
  return { campaign: own, variant: variants, step: steps, element: elements };
};

let examples: Map<string, number | undefined>;
beforeAll(() => {
  const contract = read('openapi.json');
  const resolved = (parameter: Parameter) =>
    contract.components.parameters?.[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter;
  examples = new Map(
    operationsOf(contract).flatMap(({ operationId, parameters = [] }) =>
      parameters.map(resolved).map(({ name, example }) => [`${operationId} ${name}`, example] as const),
    ),
  );
});

test('the samples of the REST API ask for what the demo has', () => {
  const websiteId = examples.get('get_campaign_report website_id') ?? 0;
  expect(websites.map(({ id }) => id)).toContain(websiteId);
  for (const [level, list] of Object.entries(idsOf(websiteId)))
    expect(list.map(({ id }) => id)).toContain(examples.get(`get_${level}_report id`));
});

test('the samples of the event intake write to a website of the demo', () => {
  const [events, catalog] = operationsOf(read('event-intake.openapi.json')).map(
    ({ requestBody }) => requestBody?.content['application/json']?.example,
  ) as unknown as [
    { website_id: number; element_id: number }[],
    { websites: { id: number; name: string }[] },
  ];
  const element = idsOf(events[0]?.website_id ?? 0).element.find(({ id }) => id === events[0]?.element_id);
  expect(element?.element_type).toBe('products');
  const [website] = catalog.websites;
  expect(websites.find(({ id }) => id === website?.id)?.name).toBe(website?.name);
});
