import { relative } from 'node:path';
import { ASSISTANTS } from '@funnel/connect';
import type { Addresses } from './services.ts';
import type { DemoAccess } from './prepare.ts';
import type { ServiceProcess } from './service-process.ts';

const WIDTH = 22;
/** Sends no event, so that the demonstration stays as it is. */
const NO_EVENTS = `-H 'Content-Type: application/json' -d '[]'`;
/** LedgerLoop, whose broken campaign the insights name. */
const BROKEN = 2;

export function welcome(
  processes: ServiceProcess[],
  addresses: Addresses,
  demo: DemoAccess | undefined,
  { logs, mails }: { logs: string; mails: string | undefined },
): void {
  // What people open comes first.
  const isForPeople = ({ service }: ServiceProcess) => service.app === 'dashboard';
  const listed = [...processes.filter(isForPeople), ...processes.filter((each) => !isForPeople(each))];
  for (const { service, url } of listed) line(service.title, url);
  line('Logs', relative(process.cwd(), logs));
  if (mails) line('Mails', `${relative(process.cwd(), mails)} (kept, not sent; open the .html files)`);
  if (demo) tryDemo(addresses, demo);
  connect(addresses.MCP_SERVER_RESOURCE);
  console.log('Ready. Ctrl-C stops everything and keeps the data.');
}

/** A login, tokens, and commands that work as they are. */
function tryDemo(
  addresses: Addresses,
  { email, password, restToken, mcpToken, intakeToken }: DemoAccess,
): void {
  const curl = (token: string, rest: string) => `curl -H 'Authorization: Bearer ${token}' ${rest}`;
  const website = `${addresses.REST_API_RESOURCE}/api/v1/reports/website`;
  line('Demo login', `${email}  ${password}`);
  line('Token page', `${addresses.AUTHORIZATION_SERVER_ISSUER}/tokens`);
  line('Notifications', `${addresses.DASHBOARD_URL}/notifications`);
  line('Access token (REST)', restToken);
  line('Access token (MCP)', mcpToken);
  line('Access token (events)', intakeToken);
  line('API reference', `${addresses.REST_API_RESOURCE}/docs`);
  line('Try REST', curl(restToken, `'${website}?website_id=1'`));
  line('Try insights', curl(restToken, `'${website}/insights?website_id=${BROKEN}'`));
  line('Try MCP', `${addresses.MCP_SERVER_RESOURCE} with the header Authorization: Bearer ${mcpToken}`);
  line('Try events', curl(intakeToken, `${NO_EVENTS} '${addresses.EVENT_INTAKE_RESOURCE}/v1/events'`));
}

/** The commands that connect assistants on this machine; the others are on a page. */
function connect(url: string): void {
  const local = ASSISTANTS.filter(({ callsFrom }) => callsFrom === 'your machine');
  for (const { name, signIn } of local) {
    const { snippet } = signIn(url);
    if (snippet?.language === 'sh') line(`Connect ${name}`, snippet.text.replaceAll('\n', ' && '));
  }
  line('Other assistants', 'docs/how-to/connect-an-assistant.md');
}

function line(name: string, value: string): void {
  console.log(`${name.padEnd(WIDTH)} ${value}`);
}
