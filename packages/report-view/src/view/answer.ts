import { CURRENCIES_KEY, NAMES_KEY } from '../meta-keys.ts';
import { type Body, TOOL_OF } from './bodies.ts';
import type { Currencies } from './money-totals.ts';
import { type Names, namesIn } from './names.ts';

/** A sentence that must be known about this answer. */
export interface Note {
  code: string;
  text: string;
}

/** What a tool said: a report, or what went wrong. */
export interface Answer {
  body?: Body;
  problem?: string;
  notes: Note[];
  /** Of a report about several websites. */
  currencies?: Currencies;
  /** Of steps and elements. */
  names?: Names;
}

interface ToolResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean | undefined;
  _meta?: Readonly<Record<string, unknown>> | undefined;
}

const NOTE = /^[-*]\s+([a-z0-9_]+):\s+(.+)$/;

/** Reads the result of a tool: the report is structure or the first text, notes are in the texts behind it. */
export function answerOf({ content, structuredContent, isError, _meta }: ToolResult): Answer {
  const texts = textsIn(content);
  const notes = texts.slice(1).flatMap(notesIn);
  const told = structuredContent ?? parsed(texts[0]);
  if (isError) return { problem: problemIn(told) ?? texts[0] ?? 'The report could not be read.', notes };
  const body = bodyIn(told);
  const names = namesIn(_meta?.[NAMES_KEY]);
  const currencies = currenciesIn(_meta?.[CURRENCIES_KEY]);
  return body
    ? { body, notes, ...(names && { names }), ...(currencies && { currencies }) }
    : { problem: 'This answer has no picture.', notes };
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
  const isKnown = Object.hasOwn(TOOL_OF, name) && name !== 'websites' && name !== 'other';
  return (isKnown ? value : { ...value, report: 'other', name }) as Body;
}

function currenciesIn(value: unknown): Currencies | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).flatMap(([id, currency]) =>
    typeof currency === 'string' ? [[Number(id), currency] as const] : [],
  );
  return new Map(entries);
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
