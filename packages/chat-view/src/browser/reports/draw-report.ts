import type { Body } from '../bodies.ts';
import type { Page, PageContext } from '../page.ts';
import { account } from './account.ts';
import { campaign } from './campaign.ts';
import { campaigns } from './campaigns.ts';
import { element } from './element.ts';
import { experiments } from './experiments.ts';
import { insights } from './insights.ts';
import { step } from './step.ts';
import { variant } from './variant.ts';
import { website } from './website.ts';
import { websites } from './websites.ts';

/** Draws the report that an answer contains. */
export function drawReport(body: Body, context: PageContext): Page {
  switch (body.report) {
    case 'websites':
      return websites(body, context);
    case 'website':
      return website(body, context);
    case 'website_insights':
      return insights(body, context);
    case 'campaigns':
      return campaigns(body, context);
    case 'campaign':
      return campaign(body, context);
    case 'experiments':
      return experiments(body, context);
    case 'variant':
      return variant(body, context);
    case 'step':
      return step(body, context);
    case 'element':
      return element(body, context);
    case 'account_performance':
      return account(body, context);
  }
}
