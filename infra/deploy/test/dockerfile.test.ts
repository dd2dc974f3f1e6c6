import { readFileSync } from 'node:fs';
import { SERVICES } from '@funnel/local';
import { expect, test } from '@jest/globals';
import { IMAGE_ENV, IMAGES } from '../src/deployables.ts';

const read = (file: string) => readFileSync(new URL(`../docker/${file}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');

test('there is a target for each service, with its port, and one for the operator', () => {
  const targets = [...dockerfile.matchAll(/^FROM service AS (\S+)$/gm)].map(([, name]) => name);
  expect(targets).toEqual(IMAGES);
  for (const { app, portVariable, defaultPort } of SERVICES) {
    const target = dockerfile.split(`FROM service AS ${app}\n`)[1]?.split('FROM ')[0];
    expect(target).toContain(`COPY --from=prepared /${app} /app\nEXPOSE ${defaultPort}\n`);
    expect(target).toContain(`CMD ["node", "/app/health.mjs", "${portVariable}", "${defaultPort}"]`);
  }
});

test('all images set the variables that the checks of the manifests start with', () => {
  const [env, another] = [...dockerfile.matchAll(/^ENV (.+)$/gm)].map(([, pairs = '']) => pairs.split(' '));
  expect(env).toEqual(Object.entries(IMAGE_ENV).map(([name, value]) => `${name}=${value}`));
  expect(another).toBeUndefined();
});

test('each image is prepared', () => {
  // Both name the same list of services.
  expect(read('prepare.mjs')).toContain("const APPS = [...SERVICES, 'cli'];\n");
  expect([...SERVICES.map(({ app }) => app), 'cli'].toSorted()).toEqual(IMAGES.toSorted());
});
