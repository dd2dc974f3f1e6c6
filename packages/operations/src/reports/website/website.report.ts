import { MAX_WEBSITE_SERIES_DAYS, METRIC_NAMES, STORED_METRICS } from '@funnel/domain';
import { readBrokenCampaigns, readMetrics } from '@funnel/metrics';
import { z } from 'zod';
import { readActivity } from '../../extras/read-activity.ts';
import { readWebsiteEvents } from '../../extras/read-campaign-events.ts';
import { daysToCompare, fairCounts, fairPeriod, whichDays } from '../../findings/comparison.ts';
import { readCampaignParts } from '../../findings/read-change-parts.ts';
import { readReportFacts } from '../../findings/read-comparison.ts';
import { readCampaignRates } from '../../findings/read-rate-parts.ts';
import { untilNow } from '../../findings/until-now.ts';
import { defineReport } from '../../operation.ts';
import { envelope, envelopeOf } from '../../output/envelope.ts';
import { websiteMetricsBlock, websiteMetricsSchema } from '../../output/metrics.ts';
import { timeseriesBlock, timeseriesSchema } from '../../output/timeseries.ts';
import { reportPeriod, websiteGroupBy, windowParameters } from '../../parameters/window.ts';
import { websiteExtras } from './website.extras.ts';
import { websiteNotes } from './website.notes.ts';

export const websiteReport = defineReport({
  name: 'get_website_report',
  title: 'Website report',
  path: '/reports/website',
  summary: 'Metrics of a website',
  description:
    'Metrics of one website over a window, optionally as a time series (group_by) and compared with the previous period (previous_period). Next: list_campaigns shows which campaigns drive these numbers. For several websites use get_account_performance.',
  websiteRule: 'one',
  hasComparison: true,
  parameters: { ...windowParameters, group_by: websiteGroupBy },
  output: envelope(
    'website',
    'WebsiteReport',
    z.object({ metrics: websiteMetricsSchema, timeseries: timeseriesSchema.optional() }),
  ),
  example: {
    parameters: {
      timeframe: 'custom',
      range_start: '2026-11-01',
      range_end: '2026-11-14',
      group_by: 'week',
    },
  },
  tool: { example: { timeframe: 'last_30_days', group_by: 'week', previous_period: true } },
  async read(context, input) {
    const { connection, website, withNotes, withExtras, now } = context;
    const period = reportPeriod(context, input, { maxWindowDays: MAX_WEBSITE_SERIES_DAYS });
    const subjects = [{ level: 'website' as const, ids: [website.id], withSeries: true }];
    // Only the points of a series show submissions.
    const shown = STORED_METRICS.filter((metric) => metric !== 'submissions' || period.series);
    const days = daysToCompare(context, period);
    const fair = fairPeriod(period, days);
    const compared = whichDays(days);
    // Sent together: one round trip.
    const [metrics, changes, breaks, events] = await Promise.all([
      readMetrics(connection, { websites: [website], period, subjects, metrics: shown, compared }),
      withNotes && fair ? readCampaignParts(connection, { website, period: fair }) : undefined,
      withNotes || withExtras ? readBrokenCampaigns(connection, { website, last: untilNow(now) }) : undefined,
      withExtras ? readWebsiteEvents(connection, { website, window: period.window }) : undefined,
    ]);
    const whole = metrics.of('website', website.id);
    const common = await readReportFacts(context, {
      period,
      days,
      metrics: METRIC_NAMES.filter((name) => name !== 'submissions'),
      whole: { level: 'website', id: website.id, counts: whole },
    });
    const rates =
      withNotes && fair
        ? await readCampaignRates(connection, { website, period: fair, whole: fairCounts(whole) })
        : undefined;
    const activity = withExtras ? await readActivity(connection, [website]) : undefined;
    const data = {
      metrics: websiteMetricsBlock(whole),
      ...timeseriesBlock(period, metrics.series('website', website.id)),
    };
    return {
      body: { ...envelopeOf('website', website, period), data },
      facts: { ...common, data, changes, rates, breaks, events, activity },
    };
  },
  notes: websiteNotes,
  extras: websiteExtras,
});
