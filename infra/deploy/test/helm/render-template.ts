import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import type { Node, Pipeline, Term } from './parse-template.ts';

type Value = unknown;

interface Scope {
  dot: Value;
  variables: Map<string, { value: Value }>;
}

/** Renders templates as Go does, with the functions of Helm that the chart uses; any other one is an error. */
export class TemplateRenderer {
  readonly #defined = new Map<string, Node[]>();

  /** Makes the `define`s of a template available to all. */
  define(nodes: readonly Node[]): void {
    for (const node of nodes) if (node.kind === 'define') this.#defined.set(node.name, node.body);
  }

  render(nodes: readonly Node[], dot: Value): string {
    return this.#all(nodes, { dot, variables: new Map([['', { value: dot }]]) });
  }

  #all(nodes: readonly Node[], scope: Scope): string {
    // A variable lives until the end of its block.
    const inner = { dot: scope.dot, variables: new Map(scope.variables) };
    return nodes.map((node) => this.#one(node, inner)).join('');
  }

  #one(node: Node, scope: Scope): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'output':
        return textOf(this.#value(node.pipeline, scope));
      case 'define':
        return '';
      case 'assign': {
        const value = this.#value(node.pipeline, scope);
        const known = scope.variables.get(node.variable);
        if (node.isNew) scope.variables.set(node.variable, { value });
        else if (known) known.value = value;
        else throw new Error(`there is no variable ${node.variable}`);
        return '';
      }
      case 'if': {
        const branch = node.branches.find(
          ({ condition }) => condition === undefined || isTrue(this.#value(condition, scope)),
        );
        return branch ? this.#all(branch.body, scope) : '';
      }
      case 'with': {
        const dot = this.#value(node.pipeline, scope);
        return isTrue(dot) ? this.#all(node.body, { ...scope, dot }) : '';
      }
      default:
        return this.#range(node, scope);
    }
  }

  #range(node: Extract<Node, { kind: 'range' }>, scope: Scope): string {
    const of = this.#value(node.pipeline, scope);
    const entries: [Value, Value][] = Array.isArray(of)
      ? [...of.entries()]
      : Object.entries(of ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return entries
      .map(([key, value]) => {
        const variables = new Map(scope.variables);
        const given = node.variables.length === 1 ? [value] : [key, value];
        for (const [index, name] of node.variables.entries()) variables.set(name, { value: given[index] });
        return this.#all(node.body, { dot: value, variables });
      })
      .join('');
  }

  #value(pipeline: Pipeline, scope: Scope): Value {
    let result: Value;
    for (const [index, [head, ...rest]] of pipeline.entries()) {
      if (!head) throw new Error('a command is empty');
      const args = rest.map((term) => this.#term(term, scope));
      if (index > 0) args.push(result);
      if (head.kind === 'function') result = this.#call(head.name, args);
      else if (isFilesGet(head)) result = filesOf(scope)(String(args[0]));
      else if (args.length > 0) throw new Error('only a function takes arguments');
      else result = this.#term(head, scope);
    }
    return result;
  }

  #term(term: Term, scope: Scope): Value {
    switch (term.kind) {
      case 'literal':
        return term.value;
      case 'function':
        return this.#call(term.name, []);
      case 'group':
        return fieldOf(this.#value(term.pipeline, scope), term.fields);
      default: {
        if (term.variable === undefined) return fieldOf(scope.dot, term.fields);
        const known = scope.variables.get(term.variable);
        if (!known) throw new Error(`there is no variable ${term.variable}`);
        return fieldOf(known.value, term.fields);
      }
    }
  }

  #call(name: string, args: Value[]): Value {
    if (name === 'include') {
      const body = this.#defined.get(String(args[0]));
      if (!body) throw new Error(`nothing is defined as ${String(args[0])}`);
      return this.render(body, args[1]);
    }
    const run = FUNCTIONS[name];
    if (!run) throw new Error(`${name} is not a function that this renderer knows`);
    return run(...(args as never[]));
  }
}

const FUNCTIONS: Record<string, (...args: never[]) => Value> = {
  and: (...args: Value[]) => args.find((arg) => !isTrue(arg)) ?? args.at(-1),
  append: (list: Value[], item: Value) => [...list, item],
  compact: (list: Value[]) => list.filter(isTrue),
  concat: (...lists: Value[][]) => lists.flat(),
  default: (other: Value, given: Value) => (isTrue(given) ? given : other),
  dict: (...pairs: Value[]) =>
    Object.fromEntries(pairs.flatMap((key, index) => (index % 2 ? [] : [[key, pairs[index + 1]]]))),
  eq: (one: Value, other: Value) => one === other,
  hasPrefix: (prefix: string, text: string) => text.startsWith(prefix),
  list: (...items: Value[]) => items,
  nindent: (spaces: number, text: string) => `\n${text.replaceAll(/^/gm, ' '.repeat(spaces))}`,
  not: (value: Value) => !isTrue(value),
  or: (...args: Value[]) => args.find(isTrue) ?? args.at(-1),
  printf: (format: string, ...args: Value[]) => format.replaceAll('%s', () => textOf(args.shift())),
  quote: (value: Value) => JSON.stringify(textOf(value)),
  replace: (from: string, to: string, text: string) => text.replaceAll(from, to),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  toYaml: (value: Value) => stringify(value).trimEnd(),
  trunc: (length: number, text: string) => text.slice(0, length),
  upper: (text: string) => text.toUpperCase(),
  urlParse: (address: string) => ({ host: new URL(address).host }),
};

function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function fieldOf(value: Value, fields: readonly string[]): Value {
  let result = value;
  for (const field of fields) {
    if (typeof result !== 'object' || result === null)
      throw new Error(`there is nothing with a field ${field}`);
    result = (result as Record<string, Value>)[field];
  }
  return result;
}

function textOf(value: Value): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('a map or a list is no text: use toYaml');
}

function isFilesGet(term: Term): boolean {
  return term.kind === 'path' && term.variable === undefined && term.fields.join('.') === 'Files.Get';
}

function filesOf({ dot }: Scope): (path: string) => string {
  return (dot as { Files: { Get: (path: string) => string } }).Files.Get;
}
