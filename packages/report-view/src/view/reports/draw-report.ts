import type { Body } from '../bodies.ts';
import type { Draw, Page, PageContext } from '../page.ts';
import { account } from './account.ts';
import { anyReport } from './any-report.ts';
import { campaign } from './campaign.ts';
import { campaigns } from './campaigns.ts';
import { element } from './element.ts';
import { experiments } from './experiments.ts';
import { insights } from './insights.ts';
import { step } from './step.ts';
import { variant } from './variant.ts';
import { website } from './website.ts';
import { websites } from './websites.ts';

const DRAW: { [Report in Body['report']]: Draw<Extract<Body, { report: Report }>> } = {
  websites,
  website,
  website_insights: insights,
  campaigns,
  campaign,
  experiments,
  variant,
  step,
  element,
  account_performance: account,
  other: anyReport,
};

/** Draws the report that an answer contains. */
export function drawReport(body: Body, context: PageContext): Page {
  return (DRAW[body.report] as Draw<Body>)(body, context);
}
