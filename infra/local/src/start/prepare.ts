import { Writable } from 'node:stream';
import { runCli } from '@funnel/cli';
import { openDatabase } from '@funnel/db';
import { readDemoState } from '@funnel/demo';
import { LocalError } from '@funnel/servers';
import { addDemoChannel } from './demo-channel.ts';

export type DemoAccess = NonNullable<Awaited<ReturnType<typeof prepare>>>;

const DEMO_EMAIL = 'demo@example.com';
const DEMO_ACCOUNT = '1';
const DEMO_WEBSITES = '1,2,3';
const INTAKE_SCOPES = 'events:write,catalog:write';
const REST_SCOPES = 'reports,contacts:read,contacts:write,ctas:read,areas:read,websites:read';

/** Migrates and creates the roles; in an empty database also the demo account, with a login and tokens. */
export async function prepare(
  env: NodeJS.ProcessEnv & { DATABASE_URL: string },
  { withDemo, withRoles }: { withDemo: boolean; withRoles: boolean },
  signal: AbortSignal,
) {
  const run = (...argv: string[]) => runCommand(argv, env, signal);
  await run('migrate');
  // On a server of somebody else, roles are for its operator to create: they belong to the whole server.
  if (withRoles) await run('roles');
  if (!withDemo) return undefined;
  process.stderr.write(await run('demo', '--if-empty'));
  if (signal.aborted || (await demoStateOf(env.DATABASE_URL)) !== 'loaded') return undefined;
  const token = async (resource: string, scopes: string) => {
    const about = ['--websites', DEMO_WEBSITES, '--days', '1', '--name', 'npm start'];
    return (await run('token', '--resource', resource, '--scopes', scopes, ...about)).trim();
  };
  await run('user', 'add', DEMO_EMAIL, '--account', DEMO_ACCOUNT);
  await addDemoChannel(env, DEMO_EMAIL);
  return {
    email: DEMO_EMAIL,
    password: env['USER_PASSWORD'] ?? '',
    restToken: await token('rest', REST_SCOPES),
    mcpToken: await token('mcp', 'reports'),
    intakeToken: await token('intake', INTAKE_SCOPES),
  };
}

/** Whether a migrated database is empty, has the demo, or something else. */
export async function demoStateOf(url: string): Promise<string> {
  const database = openDatabase({ url, applicationName: 'funnel-local', maxConnections: 1 });
  try {
    return (await readDemoState(database)).name;
  } finally {
    await database.close();
  }
}

async function runCommand(argv: string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  const result: Buffer[] = [];
  const said: Buffer[] = [];
  // Progress is shown immediately; other messages matter only if the command fails.
  const showsProgress = argv[0] === 'demo';
  const status = await runCli({
    argv,
    env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: collect(result),
    stderr: showsProgress ? process.stderr : collect(said),
    wallClock: () => new Date(),
    signal,
  });
  if (status !== 0 && !signal.aborted) {
    throw new LocalError(`${argv[0]} failed.\n${Buffer.concat(said).toString()}`);
  }
  return Buffer.concat(result).toString();
}

function collect(chunks: Buffer[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
}
