import type { Answered } from './note.ts';
import { isCompared } from './report-body.ts';
import { pointsText, signed } from './words.ts';

/** The change of a rate is easily read as percentage points. */
export function relativeChanges({ body }: Answered): string[] {
  // Account performance has no changes of rates.
  if (!isCompared(body) || body.data?.aggregate) return [];
  const { conversion_rate: rate = 0, previous, changes } = body.data?.metrics ?? {};
  const change = changes?.conversion_rate ?? null;
  if (!previous || change === null || change === 0) return [];
  return [
    `Changes of rates are percent of the rate, not points: conversion rate ${signed(change)} % is ${pointsText(rate, previous.conversion_rate)}.`,
  ];
}
