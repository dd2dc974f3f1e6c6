import { interactionPolicy } from 'oidc-provider';

const { base, Check } = interactionPolicy;

/**
 * Every authorization asks who is there, which `people` may answer without a page, and which websites to grant:
 * what was granted before is never reused silently.
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
      new Check('websites', 'the End-User has to pick websites', 'consent_required', ({ oidc }) =>
        oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}
