import { describe, expect, test } from '@jest/globals';
import { capturedLogger } from './support/captured-logger.ts';

describe('a log line', () => {
  test('is JSON with level, ISO time, service and message', () => {
    const { logger, lines } = capturedLogger();
    logger.info({ answer: 42 }, 'hello');
    expect(lines[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'test',
      answer: 42,
      msg: 'hello',
    });
  });

  test('masks a secret by its key', () => {
    const { logger, text } = capturedLogger();
    logger.info({ token: 's3cret', api_key: 's3cret' }, 'top');
    logger.info(
      { headers: { authorization: 's3cret', cookie: 's3cret', 'set-cookie': ['s3cret'] } },
      'one level',
    );
    logger.info({ req: { headers: { authorization: 's3cret', 'x-api-key': 's3cret' } } }, 'two levels');
    logger.info({ body: { access_token: 's3cret', refresh_token: 's3cret', password: 's3cret' } }, 'body');
    expect(text()).not.toContain('s3cret');
    expect(text()).toContain('[redacted]');
  });

  test('masks a secret inside a message', () => {
    const { logger, text } = capturedLogger();
    logger.info('no route to postgres://funnel:s3cret@db:5432/funnel');
    logger.info({ err: new Error('refused: Bearer s3cret.s3cret-s3cret') });
    logger.info('Authorization: api_key=s3cret');
    logger.info(`refused fnl_pat_s3cret${'0'.repeat(43)}`);
    expect(text()).not.toContain('s3cret');
    expect(text()).toContain('postgres://funnel:[redacted]@db:5432/funnel');
  });
});

describe('a logged error', () => {
  test('has type, message, code, stack and causes', () => {
    const { logger, lines } = capturedLogger();
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    logger.error({ err: new TypeError('outer', { cause }) });
    expect(lines[0]?.['err']).toEqual({
      type: 'TypeError',
      message: 'outer',
      stack: expect.stringContaining('logger.test.ts'),
      cause: {
        type: 'Error',
        message: 'connection refused',
        code: 'ECONNREFUSED',
        stack: expect.any(String),
      },
    });
  });

  test('contains neither the parameters of a failed query nor the values of a row', () => {
    const { logger, text } = capturedLogger();
    const cause = Object.assign(new Error('duplicate key'), {
      detail: 'Key (email)=(ann@example.com) exists',
    });
    logger.error({
      err: new Error('Failed query: insert into contacts\nparams: ann@example.com,"\n1', { cause }),
    });
    expect(text()).toContain('insert into contacts');
    expect(text()).toContain('logger.test.ts');
    expect(text()).not.toContain('ann@example.com');
  });

  test('can be any thrown value', () => {
    const { logger, lines } = capturedLogger();
    logger.error({ err: 'just text' });
    logger.error({ err: undefined });
    expect(lines[0]?.['err']).toEqual({ type: 'string', message: 'just text' });
  });
});
