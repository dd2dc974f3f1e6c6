import type { ReportBodies } from '../../generated/reports.ts';
import type { Body } from '../answers/bodies.ts';
import type { Draw, DrawContext, Drawing } from '../context/draw.ts';
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

/** The reports with a picture of their own. */
const DRAW: { [Report in keyof ReportBodies]?: Draw<Report> } = {
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
};

export function drawReport(body: Body, context: DrawContext): Drawing {
  const draw = body.report === 'other' ? undefined : DRAW[body.report];
  return ((draw ?? anyReport) as typeof anyReport)(body, context);
}
