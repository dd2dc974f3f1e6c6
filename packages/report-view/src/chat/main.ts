import {
  App,
  applyDocumentTheme,
  applyHostStyleVariables,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';
import { answerOf, failed } from '../view/answers/answer.ts';
import type { Arguments, Question } from '../view/questions/question.ts';
import { createViewer } from '../view/viewer/viewer.ts';

const app = new App({ name: 'funnel-view', version: '1' }, {});
const viewer = createViewer(document.getElementById('view') ?? document.body);

let args: Arguments = {};
app.ontoolinput = ({ arguments: given }) => {
  args = given ?? {};
};
app.ontoolresult = (result) => viewer.show(answerOf(result), args);
app.ontoolcancelled = () => viewer.show(failed('The assistant cancelled this report.'), args);
app.onhostcontextchanged = applyContext;

await app.connect();
applyContext(app.getHostContext());
const { serverTools, downloadFile } = app.getHostCapabilities() ?? {};
if (serverTools)
  viewer.allowQuestions({
    ask,
    told: ({ question }, isSame) => {
      if (!isSame) void tellAssistant(question).catch(() => {});
    },
    ...(downloadFile && { save }),
  });

/** Light or dark, the colours and the language of the chat. Its fonts would have to be loaded, so they are left out. */
function applyContext(context: McpUiHostContext | undefined): void {
  if (context?.theme) applyDocumentTheme(context.theme);
  if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables);
  if (context?.locale) viewer.setLocale(context.locale);
}

async function ask({ tool, args: given }: Question) {
  return answerOf(await app.callServerTool({ name: tool, arguments: { ...given } }));
}

/** So that the next question can be about what the person looks at. */
async function tellAssistant({ tool, args: given }: Question): Promise<void> {
  if (!app.getHostCapabilities()?.updateModelContext) return;
  const text = `The picture now shows the answer of ${tool} ${JSON.stringify(given)}.`;
  await app.updateModelContext({ content: [{ type: 'text', text }] });
}

/** The frame of a chat may not save files; its application can, and asks the person first. */
async function save(file: Blob, name: string): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const blob = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
  const resource = { uri: `file:///${encodeURIComponent(name)}`, mimeType: file.type, blob };
  await app.downloadFile({ contents: [{ type: 'resource', resource }] });
}
