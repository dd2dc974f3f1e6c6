import { type Body, toolOf } from '../answers/bodies.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export interface Question {
  tool: string;
  args: Arguments;
}

/** What stays when somebody looks deeper: the days and what is counted. */
const KEPT = ['timeframe', 'range_start', 'range_end', 'count_type'];

export function deeper({ args }: Question, report: Body['report'], own: Arguments): Question {
  // Insights are of a week of their own.
  const names = report === 'website_insights' ? [] : KEPT;
  const kept = Object.entries(args).filter(([name, value]) => names.includes(name) && value !== undefined);
  return { tool: toolOf(report), args: { ...Object.fromEntries(kept), ...own } };
}

/** The same call with other arguments; undefined removes one. */
export function changed({ tool, args }: Question, changes: Arguments): Question {
  const entries = Object.entries({ ...args, ...changes }).filter(([, value]) => value !== undefined);
  return { tool, args: Object.fromEntries(entries) };
}

/** Whether both ask about the same thing, be it for other days. */
export function isSameSubject(one: Question, other: Question): boolean {
  return one.tool === other.tool && ['website_id', 'id'].every((name) => one.args[name] === other.args[name]);
}

export function inWindow(question: Question, timeframe: string): Question {
  return changed(question, { timeframe, range_start: undefined, range_end: undefined, page: undefined });
}

export function between(question: Question, start: string, end: string): Question {
  return changed(question, {
    timeframe: 'custom',
    range_start: start.slice(0, 10),
    range_end: end.slice(0, 10),
  });
}
