import { deepEqual, equal, match } from 'node:assert/strict';
import type { ConformanceRun } from './conformance-run.ts';
import { contractTools } from './contract-tools.ts';
import { openInspector } from './inspector-tool.ts';
import type { Revision } from './revisions.ts';
import { runSteps } from './steps.ts';

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
      const { status, result } = await inspect([
        '--stored-auth-only',
        '--quiet',
        '--method',
        method,
        ...args,
      ]);
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
      deepEqual(result['tools'], await contractTools(run.root));
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
