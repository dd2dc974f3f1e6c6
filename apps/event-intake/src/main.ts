import { VisitorSecrets } from '@funnel/domain';
import { readConfigOrExit } from '@funnel/service';
import { runResourceServer } from '@funnel/service/resource-server';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';

const config = readConfigOrExit(configSchema, process.env);
const visitorSecrets = new VisitorSecrets(config.VISITOR_SECRET);

await runResourceServer({
  name: 'event-intake',
  config,
  port: config.EVENT_INTAKE_PORT,
  portVariable: 'EVENT_INTAKE_PORT',
  wallClock: () => new Date(),
  resource: config.EVENT_INTAKE_RESOURCE,
  visitorSecrets,
  createApp: (parts) => createApp({ ...parts, visitorSecrets, baseUrl: config.EVENT_INTAKE_RESOURCE }),
});
