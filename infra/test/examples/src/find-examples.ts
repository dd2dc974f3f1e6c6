import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** One runnable piece of documentation. */
export interface Example {
  /** Path relative to the package folder. */
  file: string;
  /** Line of the first line of code. */
  line: number;
  code: string;
  /** The function, class or constant whose JSDoc contains the example. */
  documents?: string;
}

/** A piece of text and its first line in the file. */
interface Excerpt {
  text: string;
  line: number;
}

const JSDOC = /^[ \t]*\/\*\*[\s\S]*?\*\//gm;
const DECLARATION =
  /^\s*export\s+(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|interface|type)\s+(\w+)/;
const EXAMPLE_TAG = /^@example\b.*\n([\s\S]*?)(?=^@\w|$(?![\s\S]))/gm;
const CODE_BLOCK = /^```(?:ts|typescript)\n([\s\S]*?)^```/gm;

/** Lists every `@example` of `src/**` and every `ts` block of `README.md`. */
export function findExamples(packageFolder: string): Example[] {
  return [
    ...sourceFiles(join(packageFolder, 'src')).flatMap((path) => examplesOfSource(packageFolder, path)),
    ...matches({ text: readFileSync(join(packageFolder, 'README.md'), 'utf8'), line: 1 }, CODE_BLOCK).map(
      ({ text, line }) => ({ file: 'README.md', line, code: text }),
    ),
  ];
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(folder, name));
}

function examplesOfSource(packageFolder: string, path: string): Example[] {
  const source = readFileSync(path, 'utf8');
  return [...source.matchAll(JSDOC)].flatMap(({ 0: comment, index }) => {
    const documents = DECLARATION.exec(source.slice(index + comment.length))?.[1];
    const content = { text: withoutStars(comment), line: lineAt(source, index) };
    return matches(content, EXAMPLE_TAG).map(({ text, line }) => ({
      file: relative(packageFolder, path),
      line,
      code: text,
      ...(documents !== undefined && { documents }),
    }));
  });
}

/** The first group of each match, with its line. */
function matches({ text, line }: Excerpt, pattern: RegExp): Excerpt[] {
  return [...text.matchAll(pattern)].map(({ 0: whole, 1: group = '', index }) => ({
    text: group,
    line: line + lineAt(text, index + whole.indexOf('\n') + 1) - 1,
  }));
}

/** Keeps the number of lines, so that line numbers stay correct. */
function withoutStars(comment: string): string {
  return comment
    .replace(/[ \t]*\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^[ \t]*\/?\*{1,2} ?/, ''))
    .join('\n');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
