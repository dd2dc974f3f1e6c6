import { anyFreePort } from '@funnel/servers';
import type { ConformanceRun } from './conformance-run.ts';
import { runTool, type ToolRun } from './npm-tool.ts';
import { openPrintedAddress } from './printed-address.ts';
import type { Revision } from './revisions.ts';

const INSPECTOR = {
  name: '@modelcontextprotocol/inspector',
  version: '2.12.0',
  script: 'clients/launcher/build/index.js',
};

interface Inspection {
  status: number;
  /** The result of the method, as the inspector prints it. */
  result: Record<string, unknown>;
  stderr: string;
}

/** Runs one command of the inspector. */
export type Inspect = (args: string[]) => Promise<Inspection>;

/** Prepares the inspector for the tool server, with an empty token store and a person who logs in when asked. */
export async function openInspector(
  { localDir, folder, product }: ConformanceRun,
  revision: Revision,
): Promise<Inspect> {
  const callback = `http://127.0.0.1:${await anyFreePort()}/oauth/callback`;
  const env = {
    HOME: folder,
    MCP_STORAGE_DIR: `${folder}/inspector-${revision}`,
    MCP_INSPECTOR_SECRET_STORE: 'file',
    // Without a terminal it logs in only if it may open a browser; without PATH it does not find one.
    MCP_AUTO_OPEN_ENABLED: 'true',
    PATH: folder,
  };
  const target = ['--cli', product.addresses.MCP_SERVER_RESOURCE, '--transport', 'http', '--format', 'json'];
  const era = ['--protocol-era', revision === '2026-07-28' ? 'modern' : 'legacy'];
  return async (args) => {
    const onOutput = openPrintedAddress(product.person, new URL(callback).origin);
    const all = [...target, ...era, '--callback-url', callback, ...args];
    return inspectionOf(await runTool(localDir, INSPECTOR, all, { env, cwd: folder, onOutput }));
  };
}

function inspectionOf({ status, stdout, stderr }: ToolRun): Inspection {
  const { result } = (stdout ? JSON.parse(stdout) : {}) as { result?: Record<string, unknown> };
  if (!result) throw new Error(`The inspector exited with ${status} and no result: ${stderr}`);
  return { status, result, stderr };
}
