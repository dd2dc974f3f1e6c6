/** The entry of the frame inside of another website. The page around it hands over a token; nothing is in its address. */
import { REPORTS } from '../generated/reports.ts';
import { addressOf, placeOf } from '../page/address.ts';
import { type Answer, failed } from '../view/answers/answer.ts';
import type { Place } from '../view/context/host.ts';
import { button, el } from '../view/browser/html.ts';
import type { Question } from '../view/questions/question.ts';
import { askRest, csvAddress, type RestSource, weeksOf } from '../view/questions/rest.ts';
import { saveFile } from '../view/browser/save-file.ts';
import { createViewer } from '../view/viewer/viewer.ts';
import type { Within } from '../view/questions/within.ts';
import { applyLook } from './apply-look.ts';
import { type FromFrame, messageIn, type ToFrame } from './messages.ts';
import { NoTokenError, type Reason, sendWithToken } from './send-with-token.ts';
import { createTokens } from './tokens.ts';

const BASE = '/embed';
const NOT_HERE = [403, 404];
const CANNOT_SHOW = 'This report cannot be shown here.';
const TEXTS: Readonly<Record<Reason, string>> = {
  no_token:
    'This report cannot be shown right now: the page around it has handed over no access. Reload the page, or try again in a moment.',
  token_refused:
    'This report cannot be shown: the access that the page around it has handed over is not valid, or has ended. Reload the page, or try again.',
  token_ended: 'The access to this report has ended. Try again to see it.',
};

const page = document.documentElement;
/** The only origin that is talked to: the server has seen that it may show this report. */
const { parent: parentOrigin = '' } = page.dataset;
const parameters = new URLSearchParams(location.search);
const first = placeOf({ pathname: location.pathname.slice(BASE.length), search: location.search });

const root = document.getElementById('view') ?? document.body;
const viewer = createViewer(root);
const again = el(
  'p',
  { class: 'again', hidden: true },
  button('Try again', () => tokens.wake()),
);
root.after(again);

let place: Place | undefined = first;
let isReady = false;
/** Why a message is shown instead of the report. */
let stopped: Reason | undefined;

const tokens = createTokens({
  need: (reason) => tell({ type: 'funnel:token-needed', reason }),
  ended: () => stop('token_ended'),
  isVisible: () => !document.hidden,
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
});
const source: RestSource = { base: `${BASE}/data`, send: sendWithToken(tokens) };

applyLook(page, { theme: parameters.get('theme') });
viewer.setLocale(parameters.get('language') ?? navigator.language);
addEventListener('message', ({ source: sender, origin, data }: MessageEvent<unknown>) => {
  if (sender === window.parent && origin === parentOrigin) hear(data);
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) tokens.wake();
});
new ResizeObserver(() => tell({ type: 'funnel:height', height: document.body.offsetHeight })).observe(
  document.body,
);
if (first) {
  viewer.allowQuestions({
    ask,
    save: saveFile,
    download,
    weeksOf: (websiteId) => weeksOf(source, websiteId),
    hasTrail: true,
    within: withinOf(first.question),
    told(next) {
      place = next;
      const address = addressOf(next);
      if (address !== undefined) tell({ type: 'funnel:navigate', address });
    },
  });
  tell({ type: 'funnel:hello' });
  void viewer.go(first);
}

/** The campaign if the address is one, else the website. */
function withinOf({ tool, args }: Question): Within {
  const [websiteId, id] = [Number(args['website_id']), Number(args['id'])];
  return tool === REPORTS.campaign.tool ? { websiteId, campaignId: id } : { websiteId };
}

function tell(message: FromFrame): void {
  if (window.parent !== window) window.parent.postMessage(message, parentOrigin);
}

function hear(data: unknown): void {
  const { type, token, expires_in: seconds, language, theme, variables } = messageIn(data);
  switch (type as ToFrame['type']) {
    case 'funnel:token':
      if (typeof token !== 'string') return;
      tokens.take(token, typeof seconds === 'number' ? seconds : undefined);
      if (stopped !== undefined) start();
      break;
    case 'funnel:no-token':
      tokens.giveUp();
      break;
    case 'funnel:look':
      applyLook(page, { theme, variables });
      if (typeof language === 'string' && language !== '') viewer.setLocale(language);
      break;
  }
}

async function ask(question: Question): Promise<Answer> {
  const answer = await askRest(source, question).catch((error: unknown) => {
    if (error instanceof NoTokenError) stop(error.reason);
    throw error;
  });
  if (answer.body && !isReady) {
    isReady = true;
    tell({ type: 'funnel:ready' });
  }
  if (answer.problem !== undefined)
    tell({
      type: 'funnel:error',
      code: `http_${answer.status ?? 0}`,
      message: answer.detail ?? answer.problem,
    });
  // What the API says is for developers, who get it with the event.
  return NOT_HERE.includes(answer.status ?? 0) ? failed(CANNOT_SHOW) : answer;
}

async function download(question: Question): Promise<void> {
  const address = csvAddress(source.base, question);
  if (address === undefined) return;
  try {
    const response = await source.send(address);
    const name = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    if (response.ok) await saveFile(await response.blob(), name ?? 'report.csv');
  } catch (error) {
    if (error instanceof NoTokenError) stop(error.reason);
  }
}

/** Shows a message and no number: nothing of what was shown before stays. */
function stop(reason: Reason): void {
  if (stopped === reason) return;
  stopped = reason;
  viewer.show(failed(TEXTS[reason]), {});
  again.hidden = false;
  tell({ type: 'funnel:error', code: reason, message: TEXTS[reason] });
}

function start(): void {
  stopped = undefined;
  again.hidden = true;
  if (place) void viewer.go(place);
}
