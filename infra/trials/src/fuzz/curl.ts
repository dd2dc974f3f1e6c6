import type { FuzzRequest } from './request.ts';

/** The request as a command for a shell. A body that is no plain text is piped in, decoded from base64. */
export function curlOf(origin: string, { method, path, headers, body }: FuzzRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const isText = body && /^[\x20-\x7e\n]*$/.test(body.toString('latin1'));
  const data = body ? [`--data-binary ${isText ? quote(body.toString()) : '@-'}`] : [];
  const pipe = body && !isText ? `echo ${body.toString('base64')} | base64 -d | ` : '';
  const call = ['curl -i --path-as-is -X', method, ...lines, ...data, quote(`${origin}${path}`)];
  return `${pipe}${call.join(' ')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
