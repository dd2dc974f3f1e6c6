import { OAuthApplication } from '@funnel/testing';
import type { ConformanceRun } from '../conformance-run.ts';
import type { Revision } from '../revisions.ts';
import { walk } from '../steps.ts';
import { authorize } from './authorize.ts';
import type { SdkKind } from './sdk-client.ts';
import { sdkV1 } from './sdk-v1.ts';
import { sdkV2 } from './sdk-v2.ts';
import { useToken } from './use-token.ts';

/** The clients that models' applications are built with, each from the bare address to a refused call. */
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
  let isSound = true;
  for (const kind of kinds) {
    if (!revisions.includes(kind.revision)) continue;
    console.log(`${kind.title}, protocol ${kind.revision}`);
    isSound = (await goTheWholeWay(run, kind)) && isSound;
  }
  return isSound;
}

function goTheWholeWay(run: ConformanceRun, kind: SdkKind): Promise<boolean> {
  return walk(async (step) => {
    const application = new OAuthApplication();
    await authorize(step, run, kind, application);
    await useToken(step, run, kind, application);
  });
}
