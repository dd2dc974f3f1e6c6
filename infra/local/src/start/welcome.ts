import { relative } from 'node:path';
import type { Addresses } from './addresses.ts';
import type { DemoAccess } from './prepare.ts';
import type { ServiceProcess } from './service-process.ts';

const WIDTH = 22;
/** Sends no event, so that the demonstration stays as it is. */
const NO_EVENTS = `-H 'Content-Type: application/json' -d '[]'`;

/** Prints the addresses and what to try first. */
export function welcome(
  processes: ServiceProcess[],
  addresses: Addresses,
  demo: DemoAccess | undefined,
  logs: string,
): void {
  for (const { service, url } of processes) line(service.title, url);
  line('Logs', relative(process.cwd(), logs));
  if (demo) {
    line('Demo login', `${demo.email}  ${demo.password}`);
    line('Token page', `${addresses.AUTHORIZATION_SERVER_ISSUER}/tokens`);
    line('Access token (REST)', demo.restToken);
    line('Access token (MCP)', demo.mcpToken);
    line('Access token (events)', demo.intakeToken);
    line('API reference', `${addresses.REST_API_RESOURCE}/docs`);
    const report = `${addresses.REST_API_RESOURCE}/api/v1/reports/website?website_id=1`;
    line('Try REST', `curl -H 'Authorization: Bearer ${demo.restToken}' '${report}'`);
    line(
      'Try MCP',
      `${addresses.MCP_SERVER_RESOURCE} with the header Authorization: Bearer ${demo.mcpToken}`,
    );
    const events = `${addresses.EVENT_INTAKE_RESOURCE}/v1/events`;
    line('Try events', `curl -H 'Authorization: Bearer ${demo.intakeToken}' ${NO_EVENTS} '${events}'`);
  }
  console.log('Ready. Ctrl-C stops everything and keeps the data.');
}

function line(name: string, value: string): void {
  console.log(`${name.padEnd(WIDTH)} ${value}`);
}
