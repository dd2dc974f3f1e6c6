import { HttpCallers, type HttpTarget, type LoadResult } from '../measure/http-callers.ts';
import { ratios, spreadOf } from '../measure/statistics.ts';
import { medianText, type Row } from '../report/table.ts';
import type { Settings } from '../settings.ts';
import { answerRow, nothingElseRow, refusalRow, statusText, sumOf } from './load-rows.ts';

/**
 * The queue is a second long (`MAX_QUEUE_MS`): with four times as many callers as it holds, some are refused only at its end.
 * A connection that repeats at once is answered after a second, too.
 */
const MAX_WAIT_MS = 1_500;
const MIN_PACE = 0.8;
const MIN_SHARE = 0.8;

/** What came back to those that wait as `Retry-After` asks, and to those that do not. */
export interface Crowd {
  patient: LoadResult;
  impatient: LoadResult;
}

/**
 * Some callers wait after a refusal, others repeat it at once: all from one network and with one credential, so that nothing
 * but their patience tells them apart. Without `keepAlive`, the impatient ones connect anew each time.
 */
export async function loadWithCrowd(
  target: HttpTarget,
  { crowd, durationMs, keepAlive }: { crowd: Settings['crowd']; durationMs: number; keepAlive: boolean },
): Promise<Crowd> {
  const patient = new HttpCallers(crowd.patient);
  const impatient = new HttpCallers(crowd.impatient, { pauseMs: 0, keepAlive });
  const both = async (work: (some: HttpCallers) => Promise<LoadResult>): Promise<Crowd> => {
    const [first, second] = await Promise.all([work(patient), work(impatient)]);
    return { patient: first, impatient: second };
  };
  try {
    await both((some) => some.loadWith(target, some.count));
    return await both((some) => some.loadFor(target, durationMs));
  } finally {
    patient.close();
    impatient.close();
  }
}

/**
 * What impatient callers get, and what they leave to the others. `allWait` is a load of as many callers that all wait: what is
 * lost beside it is lost to impatience alone. Those that connect anew wait longest for their connection to be accepted,
 * which is nobody else's loss: no target.
 */
export function crowdRows(
  what: string,
  crowds: readonly Crowd[],
  {
    allWait,
    crowd,
    keepAlive,
  }: { allWait: readonly LoadResult[]; crowd: Settings['crowd']; keepAlive: boolean },
): Row[] {
  const [patient, impatient] = [crowds.map((each) => each.patient), crowds.map((each) => each.impatient)];
  const paces = crowds.map((each) => each.patient.perSecond + each.impatient.perSecond);
  const waiting = allWait.map(({ perSecond }) => perSecond);
  const ofEach = (count: number, results: readonly LoadResult[]) =>
    results.map(({ perSecond }) => perSecond / count);
  const [ofPatient, ofImpatient] = [ofEach(crowd.patient, patient), ofEach(crowd.impatient, impatient)];
  return [
    {
      what: `${what}, pace of all`,
      against: 'as many that all wait',
      unit: 'times',
      target: { atLeast: MIN_PACE },
      measured: spreadOf(ratios(paces, waiting)),
      detail: `${medianText(paces, 'requests/s')} answers against ${medianText(waiting, 'requests/s')}`,
    },
    {
      what: `${what}, answers of each that waits`,
      against: 'each that does not',
      unit: 'times',
      target: { atLeast: MIN_SHARE },
      measured: spreadOf(ratios(ofPatient, ofImpatient)),
      detail: `${statusText(sumOf(patient))} against ${statusText(sumOf(impatient))}`,
    },
    answerRow(`${what}, those that wait`, patient, MAX_WAIT_MS),
    refusalRow(`${what}, those that wait`, patient, MAX_WAIT_MS),
    answerRow(`${what}, those that do not`, impatient, keepAlive ? MAX_WAIT_MS : undefined),
    refusalRow(`${what}, those that do not`, impatient, keepAlive ? MAX_WAIT_MS : undefined),
    nothingElseRow(what, [...patient, ...impatient]),
  ];
}
