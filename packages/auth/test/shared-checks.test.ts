import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { type Fixture, createFixture, goodClaims, rejection } from './support/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  const counts = { oauthMetadata: 0, oidcMetadata: 0, introspection: 0, jwks: 0, sockets: 0 };
  Object.assign(fixture.server, { failing: {}, metadata: {}, counts, beforeResponse: undefined });
});

/** Holds back the next response after the server has read the state of the token. */
function holdResponse() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    fixture.server.beforeResponse = () => {
      fixture.server.beforeResponse = undefined;
      resolve();
      return opened;
    };
  });
  return { reached, open };
}

describe.each([
  ['a server that takes one token', {}],
  ['a server that takes several tokens', { introspection_batch_size: 8 }],
])('with %s', (_what, metadata) => {
  beforeEach(() => {
    fixture.server.metadata = metadata;
  });

  test('a token that is revoked while a check runs fails for every request that arrives afterwards', async () => {
    const authenticator = fixture.authenticator();
    const token = fixture.server.issue(goodClaims());
    const { reached, open } = holdResponse();
    const before = authenticator.authenticate(`Bearer ${token}`);
    await reached;
    fixture.server.revoke(token);
    const after = [1, 2, 3].map(() => rejection(authenticator.authenticate(`Bearer ${token}`)));
    open();
    expect((await before).subject).toBe('alice');
    expect((await Promise.all(after)).map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(fixture.server.counts.introspection).toBe(2);
  });

  test('a hundred requests with one token need two checks', async () => {
    const authenticator = fixture.authenticator();
    const header = `Bearer ${fixture.server.issue(goodClaims())}`;
    await authenticator.authenticate(header);
    const principals = await Promise.all(
      Array.from({ length: 100 }, () => authenticator.authenticate(header)),
    );
    expect(principals.every(({ subject }) => subject === 'alice')).toBe(true);
    expect(fixture.server.counts.introspection).toBe(3);
  });

  test('a failed check fails the requests that share it, and no later one', async () => {
    const authenticator = fixture.authenticator();
    const header = `Bearer ${fixture.server.issue(goodClaims())}`;
    await authenticator.authenticate(header);
    fixture.server.failing.introspection = (_req, res) => {
      delete fixture.server.failing.introspection;
      res.writeHead(500).end();
    };
    const first = rejection(authenticator.authenticate(header));
    const second = authenticator.authenticate(header);
    expect((await first).status).toBe(503);
    expect((await second).subject).toBe('alice');
  });
});

describe('different tokens', () => {
  test('are checked at the same time, up to a limit', async () => {
    const authenticator = fixture.authenticator({ maxConcurrentChecks: 4 });
    await authenticator.authenticate(`Bearer ${fixture.server.issue(goodClaims())}`);
    let [running, most] = [0, 0];
    let fourAtOnce = () => {};
    const four = new Promise<void>((resolve) => (fourAtOnce = resolve));
    fixture.server.beforeResponse = async () => {
      most = Math.max(most, (running += 1));
      // The first ones wait for each other: on a busy machine one could be over before the next begins.
      if (most === 4) fourAtOnce();
      await four;
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    };
    const subjects = Array.from({ length: 20 }, (_, index) => `person-${index}`);
    const principals = await Promise.all(
      subjects.map((sub) =>
        authenticator.authenticate(`Bearer ${fixture.server.issue(goodClaims({ sub }))}`),
      ),
    );
    expect(principals.map(({ subject }) => subject)).toEqual(subjects);
    expect(most).toBe(4);
    expect(fixture.server.counts.sockets).toBeLessThanOrEqual(4);
  });

  test('share requests where the server takes several tokens; each gets its own answer', async () => {
    fixture.server.metadata = { introspection_batch_size: 8 };
    const authenticator = fixture.authenticator();
    await authenticator.authenticate(`Bearer ${fixture.server.issue(goodClaims())}`);
    const subjects = Array.from({ length: 18 }, (_, index) => `person-${index}`);
    const outcomes = await Promise.allSettled(
      [...subjects, 'nobody'].map((sub) => {
        const token = sub === 'nobody' ? 'unknown' : fixture.server.issue(goodClaims({ sub }));
        return authenticator.authenticate(`Bearer ${token}`);
      }),
    );
    const answers = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.subject : (outcome.reason as { status: number }).status,
    );
    expect(answers).toEqual([...subjects, 401]);
    // One to warm up, one alone because nothing was running, then eight, eight and two.
    expect(fixture.server.counts.introspection).toBe(5);
  });

  test('that are unusual are checked alone, and do not spoil the answers of others', async () => {
    fixture.server.metadata = { introspection_batch_size: 8 };
    const authenticator = fixture.authenticator();
    const good = fixture.server.issue(goodClaims());
    await authenticator.authenticate(`Bearer ${good}`);
    const forms: URLSearchParams[] = [];
    fixture.server.beforeResponse = async () => {
      if (fixture.server.lastIntrospection) forms.push(fixture.server.lastIntrospection.form);
    };
    const tokens = ['a.b.c', `${good}==`, 'x'.repeat(5000), 'unknown-1', 'unknown-2', good, 'unknown-3'];
    const outcomes = await Promise.allSettled(
      tokens.map((token) => authenticator.authenticate(`Bearer ${token}`)),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      tokens.map((token) => token === good),
    );
    expect(forms.flatMap((form) => form.get('tokens') ?? [])).toEqual([
      `unknown-1 unknown-2 ${good} unknown-3`,
    ]);
  });

  test.each([
    ['too few answers', '[{"active":true}]'],
    ['no list', '{"active":true}'],
    ['an answer without `active`', '[{},{}]'],
  ])('get 503 when the server returns %s', async (_what, body) => {
    fixture.server.metadata = { introspection_batch_size: 8 };
    const authenticator = fixture.authenticator();
    await authenticator.authenticate(`Bearer ${fixture.server.issue(goodClaims())}`);
    fixture.server.failing.introspection = (req, res) => {
      void text(req).then((form) => res.end(form.startsWith('tokens=') ? body : '{"active":false}'));
    };
    // The first is sent alone, and the others wait for it.
    const errors = ['a', 'b', 'c'].map((token) => rejection(authenticator.authenticate(`Bearer ${token}`)));
    expect((await Promise.all(errors)).map(({ status }) => status)).toEqual([401, 503, 503]);
  });
});

describe('the network of a request', () => {
  const form = () => Object.fromEntries(fixture.server.lastIntrospection?.form ?? []);

  test('is sent to a server that takes several tokens, which is the bundled one', async () => {
    fixture.server.metadata = { introspection_batch_size: 8 };
    const authenticator = fixture.authenticator();
    const [one, other] = [fixture.server.issue(goodClaims()), fixture.server.issue(goodClaims())];
    await authenticator.authenticate(`Bearer ${one}`, '192.0.2.1');
    expect(form()).toMatchObject({ token: one, network: '192.0.2.1' });
    const { reached, open } = holdResponse();
    const held = authenticator.authenticate(`Bearer ${one}`, '192.0.2.1');
    await reached;
    const waiting = [
      authenticator.authenticate(`Bearer ${one}`, '192.0.2.2'),
      authenticator.authenticate(`Bearer ${other}`, '20010db800000000/64'),
      authenticator.authenticate(`Bearer ${other}`),
    ];
    open();
    const subjects = (await Promise.all([held, ...waiting])).map(({ subject }) => subject);
    expect(subjects).toEqual(['alice', 'alice', 'alice', 'alice']);
    expect(form()).toMatchObject({
      tokens: [one, other, other].join(' '),
      networks: '192.0.2.2 20010db800000000/64 -',
    });
  });

  test('is not sent to another server, and requests with one token still share a check', async () => {
    fixture.server.metadata = {};
    const authenticator = fixture.authenticator();
    const header = `Bearer ${fixture.server.issue(goodClaims())}`;
    await authenticator.authenticate(header, '192.0.2.1');
    expect(form()).not.toHaveProperty('network');
    await Promise.all(
      Array.from({ length: 50 }, (_, host) => authenticator.authenticate(header, `192.0.2.${host}`)),
    );
    expect(form()).not.toHaveProperty('network');
    expect(fixture.server.counts.introspection).toBeLessThanOrEqual(3);
  });
});
