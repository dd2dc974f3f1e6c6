import { REPORTS } from '../../generated/reports.ts';
import type { Body, Shown } from './bodies.ts';
import { type Extras, EXTRAS_KEY } from './extras.ts';

/** A sentence that must be known about this answer. */
export interface Note {
  code: string;
  text: string;
}

/** What was said: a report, or what went wrong. */
export interface Answer {
  body?: Body;
  problem?: string;
  /** What the API says about it, for developers. */
  detail?: string;
  /** Whether other days, or another address, would help. */
  isWrongQuestion?: boolean;
  /** Where to sign in, if that is what is missing. */
  signInAt?: string;
  /** What can be seen instead: the website whose report is not there yet. */
  instead?: Shown;
  notes: Note[];
  extras: Extras;
}

interface ToolResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean | undefined;
  _meta?: Readonly<Record<string, unknown>> | undefined;
}

const UNREADABLE = 'The report could not be read.';
const NO_PICTURE = 'This answer has no picture.';
const NOTE = /^[-*]\s+([a-z0-9_]+):\s+(.+)$/;

/** Reads the result of a tool: the report is structure or the first text, notes are in the texts behind it. */
export function answerOf({ content, structuredContent, isError, _meta }: ToolResult): Answer {
  const texts = textsIn(content);
  const notes = texts.slice(1).flatMap(notesIn);
  const told = structuredContent ?? parsed(texts[0]);
  if (isError) return failed(problemIn(told) ?? texts[0] ?? UNREADABLE, notes);
  const body = bodyIn(told);
  return body ? { body, notes, extras: extrasIn(_meta?.[EXTRAS_KEY]) } : failed(NO_PICTURE, notes);
}

/** Reads a body of the REST API: notes and extras are at its end. */
export function restAnswer(isOk: boolean, value: unknown): Answer {
  const { notes, extras, ...told } = (value ?? {}) as Record<string, unknown>;
  const list = Array.isArray(notes) ? notes.filter(isNote) : [];
  if (!isOk) return failed(problemIn(told) ?? UNREADABLE, list);
  const body = bodyIn(told);
  return body ? { body, notes: list, extras: extrasIn(extras) } : failed(NO_PICTURE, list);
}

export function failed(problem: string, notes: Note[] = []): Answer {
  return { problem, notes, extras: {} };
}

function isNote(value: unknown): value is Note {
  const { code, text } = (value ?? {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof text === 'string';
}

function extrasIn(value: unknown): Extras {
  return typeof value === 'object' && value !== null ? value : {};
}

function textsIn(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: { type?: unknown; text?: unknown } | null) =>
    block?.type === 'text' && typeof block.text === 'string' ? block.text : [],
  );
}

/** One note per line. Other lines are left out. */
function notesIn(text: string): Note[] {
  return text.split('\n').flatMap((line) => {
    const [, code, sentence] = NOTE.exec(line.trim()) ?? [];
    return code && sentence ? { code, text: sentence } : [];
  });
}

function bodyIn(value: unknown): Body | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('report' in value)) {
    const hasWebsites = 'websites' in value && Array.isArray(value.websites);
    return hasWebsites ? ({ ...value, report: 'websites' } as Body) : undefined;
  }
  const { report: name, data } = value as { report: unknown; data?: unknown };
  if (typeof name !== 'string' || typeof data !== 'object' || data === null) return undefined;
  const isKnown = Object.hasOwn(REPORTS, name) && name !== 'websites';
  return (isKnown ? value : { ...value, report: 'other', name }) as Body;
}

function problemIn(value: unknown): string | undefined {
  const { title, detail } = (value ?? {}) as { title?: unknown; detail?: unknown };
  const sentences = [title, detail].filter((part) => typeof part === 'string');
  return sentences.length > 0 ? sentences.map((part) => part.replace(/\.?$/, '.')).join(' ') : undefined;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
