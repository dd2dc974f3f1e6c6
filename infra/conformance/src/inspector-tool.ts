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
  /** Of the method, as the inspector prints it. */
  result: Record<string, unknown>;
  stderr: string;
}

export type Inspect = (args: string[]) => Promise<Inspection>;

/** The inspector's command line at the tool server, with a store of its own; a person answers when it asks for a login. */
export async function openInspector(
  { localDir, folder, product }: ConformanceRun,
  revision: Revision,
): Promise<Inspect> {
  const callback = `http://127.0.0.1:${await anyFreePort()}/oauth/callback`;
  const env = {
    HOME: folder,
    MCP_STORAGE_DIR: `${folder}/inspector-${revision}`,
    MCP_INSPECTOR_SECRET_STORE: 'file',
    // Without a terminal it logs in only when it may open a browser; with no PATH it finds none.
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
  if (!result) throw new Error(`It ended with ${status} and no result: ${stderr}`);
  return { status, result, stderr };
}
