import { describe, expect, test } from '@jest/globals';
import { SCOPES, type Scope, ServiceError, trustedWebsiteId } from '@funnel/domain';
import { type Principal, requireScope } from '../src/index.ts';
import { readScopes } from '../src/scopes.ts';
import fc from 'fast-check';

function principal(scopes: readonly Scope[], challenge?: Principal['challenge']): Principal {
  return {
    kind: 'oauth',
    subject: 'alice',
    clientId: 'a-client',
    websiteIds: [trustedWebsiteId(1)],
    scopes: new Set(scopes),
    expiresAt: null,
    budgetKey: 'ab',
    ...(challenge && { challenge }),
  };
}

describe('readScopes', () => {
  test.each([
    ['known scopes', 'reports contacts:read', ['reports', 'contacts:read']],
    ['no unknown scope', 'reports admin offline_access', ['reports']],
    ['no scope with different case', 'Reports REPORTS', []],
    ['no partial name', 'report reports:all contacts contacts:*', []],
    ['nothing from a missing claim', undefined, []],
    ['nothing from an array', ['reports'], []],
    ['scopes with extra spaces', '  reports  ', ['reports']],
  ])('reads %s', (_what, claim, expected) => {
    expect([...readScopes(claim)]).toEqual(expected);
  });

  test('returns only known scopes that the claim names, for any claim', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.anything()), (claim) => {
        for (const scope of readScopes(claim)) expect(String(claim).split(' ')).toContain(scope);
      }),
    );
  });
});

describe('requireScope', () => {
  test.each(SCOPES)('%s allows itself and nothing else', (scope) => {
    for (const needed of SCOPES) {
      const attempt = () => requireScope(principal([scope]), needed);
      if (needed === scope) expect(attempt).not.toThrow();
      else expect(attempt).toThrow(ServiceError);
    }
  });

  test('throws 403 with the scope and the metadata in the challenge', () => {
    expect.assertions(2);
    const challenge = {
      realm: 'https://reports.example/mcp',
      resourceMetadataUrl: 'https://reports.example/.well-known/oauth-protected-resource/mcp',
    };
    try {
      requireScope(principal(['areas:read'], challenge), 'reports');
    } catch (error) {
      expect(error).toMatchObject({ code: 'forbidden', status: 403 });
      expect((error as ServiceError).headers).toEqual({
        'WWW-Authenticate':
          'Bearer realm="https://reports.example/mcp", error="insufficient_scope", ' +
          'error_description="This operation requires the scope reports.", scope="reports", ' +
          'resource_metadata="https://reports.example/.well-known/oauth-protected-resource/mcp"',
      });
    }
  });

  test('says which scopes the token has, and where to create another one', () => {
    const detailOf = (scopes: readonly Scope[], tokensUrl?: string) => {
      try {
        requireScope({ ...principal(scopes), tokensUrl }, 'contacts:write');
      } catch (error) {
        return (error as ServiceError).detail;
      }
      return undefined;
    };
    const needed = 'This operation requires the scope contacts:write.';
    expect(detailOf(['reports', 'contacts:read'])).toBe(`${needed} This token has reports, contacts:read.`);
    expect(detailOf([], 'https://login.example/tokens')).toBe(
      `${needed} This token has none. Create a token with it at https://login.example/tokens`,
    );
  });

  test('does not send people to the token page for a scope that only the dashboard can use', () => {
    const token = { ...principal(['reports']), tokensUrl: 'https://login.example/tokens' };
    expect(() => requireScope(token, 'embedding')).toThrow(
      'This operation requires the scope embedding. This token has reports. Only the dashboard can use it: people do this on its pages.',
    );
  });
});
