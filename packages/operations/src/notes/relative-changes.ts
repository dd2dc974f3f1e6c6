import type { Answered } from './note.ts';
import { isRateBeyondChance } from './chance.ts';
import { isMoreThanSwing } from './rate-change.ts';
import { explainRate } from './rate-parts.ts';
import { isCompared } from './report-body.ts';
import { pointsText, signed } from './words.ts';

/** The change of a rate is easily read as percentage points, and as more than chance. */
export function relativeChanges({ body, background: { rates, breaks, state } }: Answered): string[] {
  const { metrics, aggregate } = body.data ?? {};
  // Account performance has no changes of rates.
  if (!metrics?.previous || !isCompared(body) || aggregate) return [];
  const { conversion_rate: rate, previous, changes } = metrics;
  const change = changes?.conversion_rate ?? null;
  if (change === null || change === 0) return [];
  const explained = rates && explainRate(rates);
  const isSure = isRateBeyondChance(metrics) || (explained && isMoreThanSwing(explained));
  // What is broken is a reason.
  const isBroken = change < 0 && ((breaks ?? []).length > 0 || state?.broken !== undefined);
  const chance = isSure || isBroken ? '' : ', which could be chance';
  return [
    `Changes of rates are percent of the rate, not points: conversion rate ${signed(change)} % is ${pointsText(rate, previous.conversion_rate)}${chance}.`,
  ];
}
