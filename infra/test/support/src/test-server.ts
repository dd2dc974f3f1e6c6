import postgres from 'postgres';

/** Creates, copies and drops databases. On Citus a database consists of one on the coordinator and one on each worker. */
export interface TestServer {
  url: string;
  isCitus: boolean;
  /** Creates an empty database; on Citus with the extension and its workers. */
  create(name: string): Promise<void>;
  /** Makes a database that can be copied, from an empty one or from a copy of another template. */
  createTemplate(name: string, fill: () => Promise<void>, from?: string): Promise<void>;
  copy(template: string, name: string): Promise<void>;
  drop(name: string): Promise<void>;
  /** Runs a command on the server and, on Citus, on every worker. */
  everywhere(command: string): Promise<void>;
}

/** Whether the databases of the suites are distributed. */
export const isOnCitus = Boolean(process.env['CITUS_URL']);

/** The server of CITUS_URL if it is set, otherwise that of TEST_DATABASE_URL. */
export function testServerUrl(): { url: string; isCitus: boolean } {
  const citus = process.env['CITUS_URL'];
  const url = citus || process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test or npm run -s jest');
  return { url, isCitus: Boolean(citus) };
}

/** The databases of a server, by the connection of its administrator. */
export async function openTestServer(admin: postgres.Sql): Promise<TestServer> {
  const { url, isCitus } = testServerUrl();
  const nodes = isCitus ? await readNodes(admin) : [];
  const workers = nodes.filter(({ groupid }) => groupid !== 0).map((node) => withHost(url, node));
  const everywhere = async (command: string) => {
    await admin.unsafe(command);
    for (const worker of workers) await once(worker, command);
  };
  const create = async (name: string) => {
    await everywhere(`create database ${name}`);
    if (isCitus) await connectNodes(url, name, nodes, workers);
  };
  const copy = (template: string, name: string) =>
    everywhere(`create database ${name} template ${template} strategy file_copy`);
  /** Otherwise the daemon of Citus comes back. */
  const closeToAll = async (name: string) => {
    await everywhere(`alter database ${name} allow_connections false`);
    await everywhere(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    );
  };
  return {
    url,
    isCitus,
    async createTemplate(name, fill, from) {
      await everywhere(`drop database if exists ${name} with (force)`);
      await (from ? copy(from, name) : create(name));
      await fill();
      if (isCitus) await closeToAll(name);
      await everywhere(`alter database ${name} is_template true`);
    },
    create,
    copy,
    async drop(name) {
      if (isCitus) await closeToAll(name);
      await everywhere(`drop database if exists ${name} with (force)`);
    },
    everywhere,
  };
}

interface Node {
  host: string;
  port: number;
  groupid: number;
}

async function readNodes(admin: postgres.Sql): Promise<Node[]> {
  const nodes = await admin<Node[]>`
    select nodename as host, nodeport as port, groupid from pg_dist_node where noderole = 'primary' order by groupid`;
  if (!nodes.some(({ groupid }) => groupid > 0))
    throw new Error(
      'The database of CITUS_URL has no worker: docs/how-to/run-on-citus.md says how to add one',
    );
  return nodes;
}

async function connectNodes(
  url: string,
  name: string,
  nodes: readonly Node[],
  workers: readonly string[],
): Promise<void> {
  for (const node of [url, ...workers]) await once(withDatabase(node, name), 'create extension citus');
  const sql = connect(withDatabase(url, name));
  try {
    for (const { host, port, groupid } of nodes) {
      if (groupid === 0) await sql`select citus_set_coordinator_host(${host}, ${port})`;
      else await sql`select citus_add_node(${host}, ${port})`;
    }
  } finally {
    await sql.end();
  }
}

async function once(url: string, command: string): Promise<void> {
  const sql = connect(url);
  try {
    await sql.unsafe(command);
  } finally {
    await sql.end();
  }
}

/** The address of a database on the same server. */
export function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function withHost(server: string, { host, port }: Node): string {
  const url = new URL(server);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

/** One connection, for commands about databases. */
export function connect(url: string): postgres.Sql {
  return postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: 'funnel-test-admin' } });
}
