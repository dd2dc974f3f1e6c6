import { processorSeconds } from '../measure/usage.ts';
import type { HttpTarget } from '../measure/http-callers.ts';
import { spreadOf } from '../measure/statistics.ts';
import { questionOf } from '../product/questions.ts';
import { medianText, type Row } from '../report/table.ts';
import type { Stage } from '../stage.ts';

const MAX_US = 450;

/**
 * The processor time of the website report for each request, in the REST API and in the authorization server, and that of the
 * handler with authentication. Other work on the machine changes it less than the pace.
 */
export async function measureProcessorTime({ http, floor, callers, settings }: Stage): Promise<Row[]> {
  const { REST_API_RESOURCE: rest, AUTHORIZATION_SERVER_ISSUER: authorization } = http.services.addresses;
  const [ofRest, ofAuthorization, ofFloor]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < settings.concurrencyRounds; round++) {
    const website = http.rest(questionOf('website_30'));
    const [restUs = Number.NaN, authorizationUs = Number.NaN] = await forEachRequest(
      [rest, authorization],
      website,
    );
    const [floorUs = Number.NaN] = await forEachRequest([floor.url], floor.authenticated);
    ofRest.push(restUs);
    ofAuthorization.push(authorizationUs);
    ofFloor.push(floorUs);
  }

  async function forEachRequest(urls: readonly string[], target: HttpTarget): Promise<number[]> {
    const read = () => Promise.all(urls.map((url) => processorSeconds(url)));
    const before = await read();
    const { answeredMs } = await callers.loadFor(target, settings.concurrencyMs);
    const after = await read();
    return after.map((seconds, index) => (1e6 * (seconds - (before[index] ?? 0))) / answeredMs.length);
  }

  const what = `website, 30 days, over HTTP, ${callers.count} callers, processor time for a request`;
  return [
    {
      what: `${what}, REST API`,
      unit: 'µs',
      target: { atMost: MAX_US },
      measured: spreadOf(ofRest),
      detail: `the process of the handler with authentication: ${medianText(ofFloor, 'µs')}`,
    },
    {
      what: `${what}, authorization server`,
      unit: 'µs',
      measured: spreadOf(ofAuthorization),
    },
  ];
}
