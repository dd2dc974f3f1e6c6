import { deepEqual, equal, match } from 'node:assert/strict';
import { anyFreePort } from '@funnel/servers';
import { type ConformanceRun, contractTools, type Revision, runSteps } from './conformance-run.ts';
import { openPrintedAddress, runTool } from './npm-tool.ts';

const INSPECTOR = {
  name: '@modelcontextprotocol/inspector',
  version: '2.12.0',
  script: 'clients/launcher/build/index.js',
};

/** The exit status for a tool result with `isError`. */
const TOOL_FAILED = 5;

interface CallResult {
  content: { text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** Runs the command line of the MCP inspector: it logs in for the first call and uses the stored token for the rest. */
export function checkWithInspector(run: ConformanceRun, revision: Revision): Promise<boolean> {
  return runSteps(async (step) => {
    const inspect = await openInspector(run, revision);
    const ask = async (method: string, args: string[] = [], expected = 0) => {
      const quietly = ['--stored-auth-only', '--quiet', '--method', method];
      const { status, result } = await inspect([...quietly, ...args]);
      equal(status, expected, `exit status ${status}`);
      return result;
    };
    const call = async (name: string, args: Record<string, unknown>, expected = 0) => {
      const input = ['--tool-name', name, '--tool-args-json', JSON.stringify(args)];
      return (await ask('tools/call', input, expected)) as unknown as CallResult;
    };

    await step('OAuth from the address alone, then tools/list in strict mode', async () => {
      const { status, result, stderr } = await inspect(['--method', 'tools/list', '--strict']);
      equal(status, 0, stderr);
      match(stderr, /Authorization complete/);
      deepEqual(result['tools'], await contractTools(run));
      const problems = (severity: string) =>
        stderr.match(new RegExp(`^${severity}: tool`, 'gm'))?.length ?? 0;
      equal(problems('Error'), 0, stderr);
      return `the tools of the contract, 0 errors, ${problems('Warning')} warnings`;
    });
    await step('tools/call list_websites', async () => {
      const { content, structuredContent } = await call('list_websites', {});
      const { websites } = structuredContent as { websites: { id: number }[] };
      deepEqual(
        websites.map(({ id }) => id),
        run.product.person.websiteIds,
      );
      deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
      return 'the websites chosen at consent, as text and as structured content';
    });
    await step('tools/call get_website_report', async () => {
      const { structuredContent } = await call('get_website_report', { website_id: 1, group_by: 'day' });
      const { report, website, data } = structuredContent as {
        report: string;
        website: { id: number };
        data: { timeseries: { points: unknown[] } };
      };
      deepEqual([report, website.id, data.timeseries.points.length], ['website', 1, 30]);
      return '30 days';
    });
    await step('tools/call without website_id is a tool error', async () => {
      const { content, isError } = await call('get_website_report', {}, TOOL_FAILED);
      const { code } = JSON.parse(content[0]?.text ?? '') as { code: string };
      deepEqual([isError, code], [true, 'website_id_required']);
      return code;
    });
    await step('prompts/list and prompts/get', async () => {
      const { prompts } = (await ask('prompts/list')) as { prompts: { name: string }[] };
      const name = prompts[0]?.name ?? '';
      const { messages } = (await ask('prompts/get', ['--prompt-name', name])) as {
        messages: { content: { text: string } }[];
      };
      match(messages[0]?.content.text ?? '', /get_website_report/);
      return prompts.map((prompt) => prompt.name).join(', ');
    });
    await step('resources/list and resources/read', async () => {
      const { resources } = (await ask('resources/list')) as { resources: { uri: string }[] };
      const uri = resources[0]?.uri ?? '';
      const { contents } = (await ask('resources/read', ['--uri', uri])) as { contents: { text: string }[] };
      const definitions = JSON.parse(contents[0]?.text ?? '') as { name: string }[];
      equal(definitions[0]?.name, 'views');
      return `${uri}, ${definitions.length} metrics`;
    });
  });
}

/** Prepares a function that runs a command of the inspector, with an empty token store and a person who logs in when asked. */
async function openInspector(run: ConformanceRun, revision: Revision) {
  const { folder, product } = run;
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
  return async (args: string[]) => {
    const onOutput = openPrintedAddress(product.person, new URL(callback).origin);
    const all = [...target, ...era, '--callback-url', callback, ...args];
    const { status, stdout, stderr } = await runTool(run, INSPECTOR, all, onOutput, env);
    const { result } = JSON.parse(stdout || '{}') as { result?: Record<string, unknown> };
    if (!result) throw new Error(`The inspector exited with ${status} and no result: ${stderr}`);
    return { status, result, stderr };
  };
}
