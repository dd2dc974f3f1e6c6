/** A part of a template. */
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; pipeline: Pipeline }
  | { kind: 'assign'; variable: string; isNew: boolean; pipeline: Pipeline }
  | { kind: 'if'; branches: { condition: Pipeline | undefined; body: Node[] }[] }
  | { kind: 'with'; pipeline: Pipeline; body: Node[] }
  | { kind: 'range'; variables: string[]; pipeline: Pipeline; body: Node[] }
  | { kind: 'define'; name: string; body: Node[] };

/** Commands, each of which gets the result of the one before it as its last argument. */
export type Pipeline = Term[][];

/** A part of a command. The first one may be the name of a function. */
export type Term =
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'function'; name: string }
  | { kind: 'path'; variable: string | undefined; fields: string[] }
  | { kind: 'group'; pipeline: Pipeline; fields: string[] };

const ACTION = /\{\{(-(?=\s))?(.*?)((?<=\s)-)?\}\}/gs;
const TOKEN = /\s*(?:"(?:[^"\\]|\\.)*"|-?\d+|[$.][\w.]*|\w+|\)(?:\.\w+)*|[(|])/y;

/** Reads a template of Go, for the constructs that the chart uses; throws at any other one. */
export function parseTemplate(text: string): Node[] {
  const pieces = piecesOf(text);
  const nodes = parseBody(pieces);
  if (pieces.length > 0) throw new Error(`unexpected ${JSON.stringify(pieces[0])}`);
  return nodes;
}

/** Texts, and actions without their braces; comments are left out. */
type Piece = { text: string } | { action: string };

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let [end, isTrimmed] = [0, false];
  const add = (part: string, trimEnd: boolean) => {
    const start = isTrimmed ? part.trimStart() : part;
    pieces.push({ text: trimEnd ? start.trimEnd() : start });
  };
  for (const match of text.matchAll(ACTION)) {
    const [whole, left, inside = '', right] = match;
    add(text.slice(end, match.index), left !== undefined);
    const action = inside.trim();
    if (!/^\/\*.*\*\/$/s.test(action)) pieces.push({ action });
    [end, isTrimmed] = [match.index + whole.length, right !== undefined];
  }
  add(text.slice(end), false);
  return pieces;
}

/** Reads until an `end` or `else` of somebody else, which stays. */
function parseBody(pieces: Piece[]): Node[] {
  const nodes: Node[] = [];
  for (let piece = pieces[0]; piece; piece = pieces[0]) {
    if ('action' in piece && /^(?:end|else\b.*)$/.test(piece.action)) break;
    pieces.shift();
    nodes.push('text' in piece ? { kind: 'text', text: piece.text } : parseAction(piece.action, pieces));
  }
  return nodes;
}

function parseAction(action: string, pieces: Piece[]): Node {
  const [, keyword = '', rest = ''] = /^(if|with|range|define)\b\s*(.*)$/s.exec(action) ?? [];
  if (keyword === 'if') return parseIf(rest, pieces);
  if (keyword === 'with') return { kind: 'with', pipeline: parsePipeline(rest), body: parseBlock(pieces) };
  if (keyword === 'range') {
    const [, names, of = rest] = /^((?:\$\w+)(?:, \$\w+)*) := (.*)$/s.exec(rest) ?? [];
    const variables = names?.split(', ').map((name) => name.slice(1)) ?? [];
    return { kind: 'range', variables, pipeline: parsePipeline(of), body: parseBlock(pieces) };
  }
  if (keyword === 'define')
    return { kind: 'define', name: JSON.parse(rest) as string, body: parseBlock(pieces) };
  const [, variable, sign, value = ''] = /^\$(\w+) (:?=) (.*)$/s.exec(action) ?? [];
  if (variable !== undefined)
    return { kind: 'assign', variable, isNew: sign === ':=', pipeline: parsePipeline(value) };
  return { kind: 'output', pipeline: parsePipeline(action) };
}

function parseIf(condition: string, pieces: Piece[]): Node {
  const branches: { condition: Pipeline | undefined; body: Node[] }[] = [
    { condition: parsePipeline(condition), body: parseBody(pieces) },
  ];
  for (;;) {
    const next = pieces.shift();
    const action = next && 'action' in next ? next.action : '';
    if (action === 'end') return { kind: 'if', branches };
    const [, other] = /^else(?: if (.*))?$/s.exec(action) ?? [];
    if (!action.startsWith('else')) throw new Error('an if has no end');
    branches.push({
      condition: other === undefined ? undefined : parsePipeline(other),
      body: parseBody(pieces),
    });
  }
}

function parseBlock(pieces: Piece[]): Node[] {
  const body = parseBody(pieces);
  const next = pieces.shift();
  if (!next || !('action' in next) || next.action !== 'end') throw new Error('a block has no end');
  return body;
}

function parsePipeline(text: string): Pipeline {
  const tokens = tokensOf(text);
  const pipeline = readPipeline(tokens);
  if (tokens.length > 0) throw new Error(`cannot read ${text}`);
  return pipeline;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const start = TOKEN.lastIndex;
    const [token = ''] = TOKEN.exec(text) ?? [];
    if (token.trim() === '') throw new Error(`cannot read ${text.slice(start)}`);
    tokens.push(token.trim());
  }
  return tokens;
}

function readPipeline(tokens: string[]): Pipeline {
  const pipeline: Pipeline = [[]];
  for (let token = tokens[0]; token !== undefined && !token.startsWith(')'); token = tokens[0]) {
    if (token === '|') {
      tokens.shift();
      pipeline.push([]);
    } else pipeline.at(-1)?.push(readTerm(tokens));
  }
  return pipeline;
}

function readTerm(tokens: string[]): Term {
  const token = tokens.shift() ?? '';
  if (token === '(') {
    const pipeline = readPipeline(tokens);
    const end = tokens.shift();
    if (!end) throw new Error('a parenthesis is not closed');
    return { kind: 'group', pipeline, fields: fieldsOf(end.slice(1)) };
  }
  if (token.startsWith('"')) return { kind: 'literal', value: JSON.parse(token) as string };
  if (/^-?\d+$/.test(token)) return { kind: 'literal', value: Number(token) };
  if (token === 'true' || token === 'false') return { kind: 'literal', value: token === 'true' };
  if (token.startsWith('$')) {
    const [variable = '', ...fields] = token.slice(1).split('.');
    return { kind: 'path', variable, fields };
  }
  if (token.startsWith('.')) return { kind: 'path', variable: undefined, fields: fieldsOf(token) };
  return { kind: 'function', name: token };
}

function fieldsOf(token: string): string[] {
  return token.split('.').filter(Boolean);
}
