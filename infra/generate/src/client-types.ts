import openapiTS, { astToString } from 'openapi-typescript';

const HEADER = '// Generated from contracts/openapi.json: run npm run -s generate.\n';

/** The types of `packages/client`, from an OpenAPI document. They have no examples, which would be most of the file. */
export async function clientTypes(document: string): Promise<string> {
  const withoutExamples = JSON.stringify(
    JSON.parse(document, (key, value: unknown) => (/^examples?$/.test(key) ? undefined : value)),
  );
  const types = await openapiTS(withoutExamples, { alphabetize: false, exportType: false });
  return `${HEADER}${astToString(types)}`;
}
