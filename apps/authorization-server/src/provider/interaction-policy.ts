import { interactionPolicy } from 'oidc-provider';

const { base, Check } = interactionPolicy;

/**
 * Every authorization has a login, which is skipped if the person is signed in, and a consent with the choice of
 * websites. An earlier grant is never reused silently.
 */
export function createInteractionPolicy(): interactionPolicy.DefaultPolicy {
  const policy = base();
  policy
    .get('login')
    ?.checks.add(
      new Check('person', 'End-User authentication is required', 'login_required', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  policy
    .get('consent')
    ?.checks.add(
      new Check('websites', 'End-User must select websites', 'consent_required', ({ oidc }) =>
        oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}
