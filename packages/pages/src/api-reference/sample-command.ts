import type { DescribedParameter, Endpoint } from './document.ts';

/** The parameters that a sample has. Those of a report are choices, but what changes something must say what. */
export function sampleParameters({ method, parameters = [] }: Endpoint): DescribedParameter[] {
  return parameters.filter(
    ({ name, required, example }) =>
      example !== undefined && (required || name === 'website_id' || method !== 'get'),
  );
}

/** A command that asks for the example of an operation. The script of the page writes the same with the ids of a token. */
export function sampleCommand(endpoint: Endpoint, address: string, body: unknown): string {
  const { method, path } = endpoint;
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of sampleParameters(endpoint)) {
    const value = String(parameter.example);
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else query.set(parameter.name, value);
  }
  const isRead = method === 'get';
  return [
    `curl${isRead ? '' : ` -X ${method.toUpperCase()}`} -H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body, null, 2))}`]),
    quoted(`${address}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`),
  ].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
