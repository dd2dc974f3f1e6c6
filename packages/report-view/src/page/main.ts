/** The entry of the dashboard: asks its server, and keeps everything in the address. */
import type { Answer } from '../view/answer.ts';
import { failed } from '../view/answer.ts';
import { el } from '../view/html.ts';
import type { Question } from '../view/question.ts';
import { askRest, restPath } from '../view/rest.ts';
import { createViewer } from '../view/viewer.ts';
import { addressOf, linkOf, placeOf } from './address.ts';

const DATA = '/data';
/** Other websites cannot send it, so it says that a script of this page asks. */
const INIT: RequestInit = {
  headers: { Accept: 'application/json', 'X-Funnel-Dashboard': '1' },
  cache: 'no-cache',
};
const PRODUCT = 'Funnel reports';
const SIGNED_OUT = 401;
const NOT_FOUND = 404;
const NO_WEBSITE =
  'There is no website yet that you may see. An owner of your account gives you access to websites; the operator of this service adds new ones.';
const SENT = 'sent-to-sign-in-at';
const MINUTE_MS = 60_000;

const viewer = createViewer(document.getElementById('view') ?? document.body);
viewer.setLocale(document.documentElement.dataset['locale'] ?? navigator.language);
viewer.allowQuestions({
  ask,
  addressOf: linkOf,
  fileOf,
  save,
  weeksOf,
  hasBack: true,
  hasTrail: true,
  shown(title) {
    document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`;
  },
  told(place, isSame) {
    const address = addressOf(place);
    if (address === undefined) return;
    if (isSame) return history.replaceState(null, '', address);
    history.pushState(null, '', address);
    scrollTo(0, 0);
  },
});
addEventListener('popstate', () => void show());
await show();

async function show(): Promise<void> {
  const place = placeOf(location);
  if (place) await viewer.go(place);
  else viewer.show(failed('There is no such page.'), {});
}

async function ask(question: Question): Promise<Answer> {
  const path = restPath(question);
  if (path === undefined) return failed('This page cannot show that.');
  const separator = path.includes('?') ? '&' : '?';
  const answer = await askRest(`${DATA}${path}${separator}notes=true&extras=true`, INIT);
  if (answer.status === SIGNED_OUT) signInAgain();
  if (answer.status === NOT_FOUND && question.tool === 'get_account_performance') return failed(NO_WEBSITE);
  return answer;
}

/** To the login, and back to this address; only once a minute, so that it can never go round in circles. */
function signInAgain(): void {
  const before = Number(sessionStorage.getItem(SENT) ?? 0);
  const now = performance.timeOrigin + performance.now();
  if (now - before < MINUTE_MS) return;
  sessionStorage.setItem(SENT, String(now));
  location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
}

function fileOf(question: Question): string | undefined {
  const path = restPath(question);
  if (path === undefined) return undefined;
  return `${DATA}${path}${path.includes('?') ? '&' : '?'}format=csv`;
}

async function save(file: Blob, name: string): Promise<void> {
  const href = URL.createObjectURL(file);
  el('a', { href, download: name }).click();
  URL.revokeObjectURL(href);
}

async function weeksOf(websiteId: number): Promise<readonly string[]> {
  const response = await fetch(`${DATA}/beyond-v1/website/insights/weeks?website_id=${websiteId}`, INIT);
  const { data } = (await response.json()) as { data?: { weeks?: unknown } };
  const weeks = data?.weeks;
  return Array.isArray(weeks) ? weeks.filter((week) => typeof week === 'string') : [];
}
