import { startProcess, stopProcess } from '@funnel/testing';
import { describeServiceGuarantees } from '@funnel/testing/service-guarantees';
import { expect, test } from '@jest/globals';
import { startRestApp } from './support/rest-app.ts';
import { thisService } from './support/this-service.ts';

describeServiceGuarantees(thisService);

const ORIGIN = 'https://app.example.com';

test('NOW pins the windows but not the expiry of tokens, and ALLOWED_ORIGINS lets pages call', async () => {
  const rest = await startRestApp();
  const child = startProcess(thisService.script, {
    ...rest.env,
    REST_API_PORT: '0',
    NOW: '2040-05-06T07:08:09Z',
    ALLOWED_ORIGINS: ORIGIN,
  });
  const { token } = await rest.token({ websiteIds: [11] });
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${await child.url()}/api/v1/reports/website?timeframe=today`, { headers });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ timeframe: { range_start: '2040-05-06T00:00:00Z' } });
  // What a browser asks before it sends the token.
  const asked = async (origin: string) => {
    const preflight = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    const answer = await fetch(response.url, { method: 'OPTIONS', headers: preflight });
    return answer.headers.get('access-control-allow-origin');
  };
  expect(await asked(ORIGIN)).toBe(ORIGIN);
  expect(await asked('https://elsewhere.example.com')).toBeNull();
  const preflight = await fetch(response.url, {
    method: 'OPTIONS',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Prefer');
  const page = await fetch(response.url, { headers: { ...headers, Origin: ORIGIN } });
  expect(page.headers.get('access-control-expose-headers')).toMatch(/Funnel-Notes.*Preference-Applied/);
  expect(page.headers.get('vary')).toBe('Origin, Authorization, Accept, Accept-Encoding, Prefer');
  await stopProcess(child);
  expect(JSON.stringify(child.lines)).not.toContain(token);
  await rest.stop();
});
