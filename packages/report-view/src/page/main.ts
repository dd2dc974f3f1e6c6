/**
 * The entry of the dashboard: asks its server, and keeps everything in the address. On the page of a share link everything is below
 * the address of the link, and nothing else is shown.
 */
import { REPORTS } from '../generated/reports.ts';
import type { Answer } from '../view/answers/answer.ts';
import { failed } from '../view/answers/answer.ts';
import type { Question } from '../view/questions/question.ts';
import { askRest, csvAddress, type RestSource, weeksOf } from '../view/questions/rest.ts';
import { saveFile } from '../view/browser/save-file.ts';
import { createViewer } from '../view/viewer/viewer.ts';
import { isWithin } from '../view/questions/within.ts';
import { addressOf, linkOf, placeOf } from './address.ts';

const root = document.getElementById('view') ?? document.body;
/** `account`: where the pages for tokens and share links are. Guests of a share link have none. */
const { base = '', website, campaign, account } = root.dataset;
const within =
  website === undefined
    ? undefined
    : { websiteId: Number(website), ...(campaign !== undefined && { campaignId: Number(campaign) }) };
/** Other websites cannot send the header, so it says that a script of this page asks. */
const INIT: RequestInit = {
  headers: { Accept: 'application/json', 'X-Funnel-Dashboard': '1' },
  cache: 'no-cache',
};
const SOURCE: RestSource = { base: `${base}/data`, send: (address) => fetch(address, INIT) };
const PRODUCT = 'Funnel reports';
const SIGNED_OUT = 401;
const NOT_FOUND = 404;
const NO_WEBSITE =
  'There is no website yet that you may see. An owner of your account gives you access to websites; the operator of this service adds new ones.';
const NOT_SHARED = 'There is no such report here: only what was shared can be seen.';
const LINK_ENDED = 'This link has ended. Ask who sent it for a new one.';
const SESSION_ENDED = 'You are signed out.';
const NO_INSIGHTS = 'There are no insights here yet. They are written on Mondays, about the week before.';
const NO_REPORT = 'There is no such report, or you may not see it. The overview shows what there is.';
const SENT = 'sent-to-sign-in-at';
const MINUTE_MS = 60_000;

const viewer = createViewer(root);
viewer.setLocale(document.documentElement.dataset['locale'] ?? navigator.language);
viewer.allowQuestions({
  ask,
  addressOf: (question) => below(linkOf(question)),
  fileOf: (question) => csvAddress(SOURCE.base, question),
  shareOf,
  tokensAddress: account === undefined ? undefined : `${account}/tokens`,
  within,
  save: saveFile,
  weeksOf: (websiteId) => weeksOf(SOURCE, websiteId),
  hasBack: true,
  hasTrail: true,
  shown(title) {
    document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`;
  },
  told(place, isSame) {
    const address = below(addressOf(place));
    if (address === undefined) return;
    if (isSame) return history.replaceState(null, '', address);
    history.pushState(null, '', address);
    scrollTo(0, 0);
  },
});
closeMenus();
addEventListener('popstate', () => void show());
await show();

/** Closes the menu of the header when somebody presses Escape or something else. */
function closeMenus(): void {
  const menus = () => document.querySelectorAll<HTMLDetailsElement>('header details[open]');
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
  addEventListener('click', ({ target }) => {
    for (const menu of menus()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
}

function below(address: string | undefined): string | undefined {
  return address === undefined ? undefined : `${base}${address}`;
}

async function show(): Promise<void> {
  const { pathname, search } = location;
  const place = placeOf({ pathname: pathname.slice(base.length), search });
  if (place && (!within || isWithin(within, place.question))) await viewer.go(place);
  else viewer.show(failed('There is no such page.'), {});
}

async function ask(question: Question): Promise<Answer> {
  const answer = await askRest(SOURCE, question);
  // Whoever came by a link has no account to sign in to.
  if (answer.status === SIGNED_OUT) return within ? failed(LINK_ENDED) : signInAgain();
  if (answer.status === NOT_FOUND && question.tool === REPORTS.account_performance.tool)
    return failed(NO_WEBSITE);
  if (answer.status === NOT_FOUND) return notFound(question);
  return answer;
}

/** A website that can be seen has a page for its insights, also before there are any. */
async function notFound({ tool, args }: Question): Promise<Answer> {
  const asked = { tool: REPORTS.website.tool, args: { website_id: args['website_id'] } };
  const { body } = tool === REPORTS.website_insights.tool ? await askRest(SOURCE, asked) : {};
  if (body?.report !== 'website') return failed(within ? NOT_SHARED : NO_REPORT);
  return { ...failed(NO_INSIGHTS), instead: { ...body, report: 'website_insights' } };
}

/** To the login, and back to this address; only once a minute, so that it can never go round in circles. */
function signInAgain(): Answer {
  const signInAt = `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`;
  const before = Number(sessionStorage.getItem(SENT) ?? 0);
  const now = performance.timeOrigin + performance.now();
  sessionStorage.setItem(SENT, String(now));
  if (now - before >= MINUTE_MS) location.assign(signInAt);
  document.querySelector('header .account')?.remove();
  return { ...failed(SESSION_ENDED), signInAt };
}

/** The page that makes a link; it asks before it does. */
function shareOf({ tool, args }: Question, name: string): string | undefined {
  const isCampaign = tool === REPORTS.campaign.tool;
  if (account === undefined || !(isCampaign || tool === REPORTS.website.tool)) return undefined;
  const query = new URLSearchParams({ website: String(args['website_id']), name });
  if (isCampaign) query.set('campaign', String(args['id']));
  return `/share-links?${query.toString()}`;
}
