import { OAuthApplication } from '@funnel/testing';
import type { ConformanceRun } from '../conformance-run.ts';
import type { Revision } from '../revisions.ts';
import { runSteps } from '../steps.ts';
import { authorize } from './authorize.ts';
import type { SdkKind } from './sdk-client.ts';
import { sdkV1 } from './sdk-v1.ts';
import { sdkV2 } from './sdk-v2.ts';
import { useToken } from './use-token.ts';

/** Runs the clients that model applications use, each from the first 401 to a call with a revoked token. */
export async function checkWithClients(
  run: ConformanceRun,
  revisions: readonly Revision[],
): Promise<boolean> {
  const kinds = [
    sdkV1,
    sdkV2('legacy', '2025-11-25'),
    sdkV2('auto', '2026-07-28'),
    sdkV2({ pin: '2026-07-28' }, '2026-07-28'),
  ];
  let passed = true;
  for (const kind of kinds) {
    if (!revisions.includes(kind.revision)) continue;
    console.log(`${kind.title}, protocol ${kind.revision}`);
    passed = (await checkClient(run, kind)) && passed;
  }
  return passed;
}

function checkClient(run: ConformanceRun, kind: SdkKind): Promise<boolean> {
  return runSteps(async (step) => {
    const application = new OAuthApplication();
    await authorize(step, run, kind, application);
    await useToken(step, run, kind, application);
  });
}
