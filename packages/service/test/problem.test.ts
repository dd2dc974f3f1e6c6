import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '@funnel/domain';
import { type Handler, methodNotAllowed, notFound, requestIdOf } from '../src/index.ts';
import { errorHandler } from '../src/http/problem.ts';
import { capturedLogger } from './support/captured-logger.ts';
import { chain, serve } from './support/serve.ts';

async function answerTo(error: unknown, init: RequestInit = {}) {
  const { logger, lines } = capturedLogger();
  let response = new Response();
  let body = '';
  let id = '';
  const identify: Handler = (req, _res, next) => {
    id = requestIdOf(req);
    next(error);
  };
  await serve(chain([identify], errorHandler(logger)), async (url) => {
    response = await fetch(url, init);
    body = await response.text();
  });
  return { response, body, lines, id };
}

describe('an error', () => {
  test('is sent as problem+json with its code, its headers and the request id as instance', async () => {
    const error = new ServiceError('rate_limited', 'Wait.', { headers: { 'Retry-After': '7' } });
    const { response, body, lines, id } = await answerTo(error);
    expect(response.status).toBe(429);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(response.headers.get('Retry-After')).toBe('7');
    expect(JSON.parse(body)).toMatchObject({
      status: 429,
      code: 'rate_limited',
      detail: 'Wait.',
      instance: id,
    });
    expect(lines).toEqual([]);
  });

  test('that is unexpected reveals nothing and is logged with its stack', async () => {
    const { response, body, lines, id } = await answerTo(new Error('relation "secrets" does not exist'));
    expect(response.status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ code: 'internal_error', instance: id });
    expect(body).not.toContain('secrets');
    expect(lines[0]).toMatchObject({
      level: 'error',
      requestId: id,
      err: { stack: expect.stringContaining('problem.test.ts') },
    });
  });

  test('with status 500 or above is logged with its cause', async () => {
    const cause = new Error('connect ECONNREFUSED');
    const { response, body, lines } = await answerTo(
      new ServiceError('unavailable', 'Try again later.', { cause }),
    );
    expect(response.status).toBe(503);
    expect(body).not.toContain('ECONNREFUSED');
    expect(lines[0]).toMatchObject({ err: { cause: { message: 'connect ECONNREFUSED' } } });
  });

  test('answers HEAD with the headers of GET but no body', async () => {
    const { response, body } = await answerTo(new ServiceError('not_found', 'Nothing here.'), {
      method: 'HEAD',
    });
    expect(response.status).toBe(404);
    expect(Number(response.headers.get('Content-Length'))).toBeGreaterThan(50);
    expect(body).toBe('');
  });

  test('after the response has started closes the connection', async () => {
    const { logger } = capturedLogger();
    const halfway = chain(
      [
        (_req, res, next) => {
          res.writeHead(200, { 'Content-Length': 10 });
          res.write('half');
          next(new Error('late'));
        },
      ],
      errorHandler(logger),
    );
    await serve(halfway, async (url) => {
      await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
    });
  });
});

describe('a failure of a body parser or router', () => {
  test.each([
    [{ type: 'entity.parse.failed', status: 400 }, 400, 'invalid_json'],
    [{ type: 'entity.too.large', status: 413 }, 413, 'payload_too_large'],
    [{ type: 'charset.unsupported', status: 415 }, 415, 'unsupported_media_type'],
    [{ type: 'encoding.unsupported', status: 415 }, 415, 'unsupported_media_type'],
    [{ type: 'request.size.invalid', status: 400 }, 422, 'invalid_body'],
  ])('%j becomes %i %s', async (properties, status, code) => {
    const { response, body, lines } = await answerTo(Object.assign(new Error('inside'), properties));
    expect(response.status).toBe(status);
    expect(JSON.parse(body)).toMatchObject({ code });
    expect(body).not.toContain('inside');
    expect(lines).toEqual([]);
  });

  test('for a path that cannot be decoded is 404', async () => {
    const { response } = await answerTo(
      Object.assign(new URIError('Failed to decode param'), { status: 400 }),
    );
    expect(response.status).toBe(404);
  });
});

test('an unknown path is 404', async () => {
  await serve(chain([notFound]), async (url) => {
    const response = await fetch(`${url}/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  });
});

test('a wrong method is 405 with Allow', async () => {
  await serve(chain([methodNotAllowed('GET', 'HEAD')]), async (url) => {
    const response = await fetch(url, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
  });
});

describe('a browser', () => {
  const accept = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  test('gets a page with the same status and headers, and the request id', async () => {
    const error = new ServiceError('rate_limited', 'Wait for `7` seconds <b>.', {
      headers: { 'Retry-After': '7' },
    });
    const { response, body, id } = await answerTo(error, accept);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      429,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers.get('Retry-After')).toBe('7');
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'self'/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(body).toContain('Wait for <code>7</code> seconds &lt;b&gt;.');
    expect(body).toContain(id);
  });

  test('learns nothing about an unexpected error', async () => {
    const { response, body, lines } = await answerTo(new Error('relation "secrets" does not exist'), accept);
    expect(response.status).toBe(500);
    expect(body).toContain('This is a problem on our side');
    expect(body).not.toContain('secrets');
    expect(lines).toHaveLength(1);
  });

  test('with a token is a program', async () => {
    const headers = { ...accept.headers, Authorization: 'Bearer x' };
    const { response } = await answerTo(new ServiceError('not_found', 'Nothing here.'), { headers });
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  });
});
