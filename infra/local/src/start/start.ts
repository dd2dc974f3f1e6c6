import { join } from 'node:path';
import { type Invocation, LocalError, parseArguments } from '@funnel/servers';
import { acquireDatabase } from '../database.ts';
import { besideFiles, localSecrets, secretsFor } from '../secrets.ts';
import { choosePorts } from './choose-ports.ts';
import { askForDemo } from './ask-for-demo.ts';
import { prepare } from './prepare.ts';
import { privateFolder } from './private-folder.ts';
import { roleEnv } from './role-env.ts';
import { claimClone, noteAddresses } from './running-file.ts';
import { lastLines, type ServiceProcess, startService, untilReady } from './service-process.ts';
import { addressesOf, SERVICES } from './services.ts';
import { welcome } from './welcome.ts';

const USAGE = 'Usage: npm start [-- --demo | --no-demo]';
const OPTIONS = { demo: { type: 'boolean' }, 'no-demo': { type: 'boolean' } } as const;

/** `npm start`: runs everything on this machine until Ctrl-C or SIGTERM. */
export async function start({ root, localDir, args }: Invocation): Promise<number> {
  const { values: chosen } = parseArguments(USAGE, { args, options: OPTIONS });
  const demoChoice = chosen['no-demo'] ? false : chosen.demo;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

  for (const name of ['logs', 'mail']) await privateFolder(join(localDir, name));
  const releaseClone = await claimClone(localDir);
  try {
    const ports = await choosePorts(SERVICES, process.env);
    const addresses = addressesOf(ports, process.env);
    await noteAddresses(localDir, addresses);
    say('Database: starting');
    const database = await acquireDatabase(localDir, process.env);
    say(`Database: ${database.label}`);
    try {
      const secrets = secretsFor(database, besideFiles(await localSecrets(localDir), process.env));
      const env = {
        ...secrets,
        ...addresses,
        ...keptMails(localDir, process.env),
        ...process.env,
        DATABASE_URL: database.url,
      };
      const withDemo = demoChoice ?? (database.isEmbedded || (await askForDemo(database.url, stop.signal)));
      const demo = await prepare(
        { ...env, USER_PASSWORD: secrets['DEMO_PASSWORD'] ?? '' },
        { withDemo, withRoles: database.isEmbedded },
        stop.signal,
      );
      if (stop.signal.aborted) return 0;
      const processes = [...ports].map(([service, port]) =>
        startService({
          root,
          localDir,
          service,
          port,
          env: database.isEmbedded ? roleEnv(env, database.url, service.app) : env,
        }),
      );
      try {
        return await runUntilStopped(
          processes,
          () => welcome(processes, addresses, demo, { logs: join(localDir, 'logs'), mails: mailsOf(env) }),
          stop.signal,
        );
      } finally {
        for (const process of processes) process.stop();
        await Promise.all(processes.map((process) => process.ended));
      }
    } finally {
      await database.release();
      say('Stopped. The data is kept.');
    }
  } finally {
    await releaseClone();
  }
}

/** Without a mail server, mails are kept here. */
function keptMails(localDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const hasServer = env['SMTP_URL'] !== undefined || env['SMTP_URL_FILE'] !== undefined;
  return hasServer ? {} : { MAIL_FOLDER: join(localDir, 'mail') };
}

function mailsOf(env: NodeJS.ProcessEnv): string | undefined {
  return env['SMTP_URL'] || env['SMTP_URL_FILE'] ? undefined : env['MAIL_FOLDER'];
}

async function runUntilStopped(
  processes: ServiceProcess[],
  onReady: () => void,
  signal: AbortSignal,
): Promise<number> {
  const stopped = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'));
  });
  say('Services: starting');
  const ready = Promise.all(processes.map((process) => untilReady(process))).then(() => 'ready' as const);
  ready.catch(() => {}); // it may be stopped first
  if ((await Promise.race([stopped, ready])) === 'stopped') return 0;
  onReady();

  const died = Promise.race(processes.map((process) => process.ended.then(() => process)));
  const first = await Promise.race([stopped, died]);
  if (first === 'stopped') return 0;
  throw new LocalError(
    `${first.service.title} has stopped unexpectedly. The end of ${first.logFile}:\n${await lastLines(first.logFile)}`,
  );
}

function say(message: string): void {
  process.stderr.write(`- ${message}\n`);
}
