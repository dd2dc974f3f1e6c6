/** The part of an OpenAPI document that repeats itself. */
interface Repetitive {
  paths: Readonly<Record<string, Readonly<Record<string, RepetitiveOperation>>>>;
  components: Readonly<Record<string, unknown>>;
}

interface RepetitiveOperation {
  parameters?: readonly { name: string }[];
  responses: Readonly<Record<string, unknown>>;
}

interface ProblemResponse {
  content?: Readonly<Record<string, { examples?: Readonly<Record<string, unknown>> }>>;
}

const PROBLEM = 'application/problem+json';

/**
 * A document in which operations refer to components for what they repeat: parameters, problems, and examples of problems.
 * It says the same in a fraction of the text.
 */
export function shareRepeated(document: Repetitive): Repetitive {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const examples = new Shared('examples', operations.flatMap(examplesOf), 1);
  const responses = new Shared('responses', operations.flatMap(problemsOf), 2);
  const parameters = new Shared('parameters', operations.flatMap(parametersOf), 2);

  const withExamples = (response: unknown) => {
    const problem = (response as ProblemResponse).content?.[PROBLEM];
    if (!problem?.examples) return response;
    const referred = mapValues(problem.examples, (example, code) => examples.refer(code, example));
    return { ...(response as object), content: { [PROBLEM]: { ...problem, examples: referred } } };
  };
  const shared = (operation: RepetitiveOperation): RepetitiveOperation => ({
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map((each) => parameters.refer(each.name, each)) as { name: string }[],
    }),
    responses: mapValues(operation.responses, (response, status) => {
      const name = nameOf(status);
      const found = responses.refer(name, response);
      return found === response ? withExamples(response) : found;
    }),
  });
  return {
    ...document,
    paths: mapValues(document.paths, (methods) => mapValues(methods, shared)),
    components: {
      ...document.components,
      ...parameters.component(),
      ...responses.component(withExamples),
      ...examples.component(),
    },
  };
}

type Named = [name: string, value: unknown];

const nameOf = (status: string) => `Problem${status}`;

function parametersOf({ parameters = [] }: RepetitiveOperation): Named[] {
  return parameters.map((parameter) => [parameter.name, parameter]);
}

function problemsOf({ responses }: RepetitiveOperation): Named[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    (response as ProblemResponse).content?.[PROBLEM] ? [[nameOf(status), response]] : [],
  );
}

function examplesOf({ responses }: RepetitiveOperation): Named[] {
  return Object.values(responses).flatMap((response) =>
    Object.entries((response as ProblemResponse).content?.[PROBLEM]?.examples ?? {}),
  );
}

/** The components of a kind: of the values with one name, the one that most operations have. */
class Shared {
  readonly #kind: string;
  readonly #values = new Map<string, { value: unknown; text: string }>();

  constructor(kind: string, all: readonly Named[], minCount: number) {
    this.#kind = kind;
    const counts = new Map<string, number>();
    for (const [name, value] of all) {
      const text = JSON.stringify(value);
      const count = (counts.get(name + text) ?? 0) + 1;
      counts.set(name + text, count);
      const best = this.#values.get(name);
      const bestCount = best ? (counts.get(name + best.text) ?? 0) : minCount - 1;
      if (count > bestCount) this.#values.set(name, { value, text });
    }
  }

  /** The reference to a value; the value itself if it is not shared. */
  refer(name: string, value: unknown): unknown {
    const isShared = this.#values.get(name)?.text === JSON.stringify(value);
    return isShared ? { $ref: `#/components/${this.#kind}/${name}` } : value;
  }

  component(change: (value: unknown) => unknown = (value) => value): Record<string, unknown> {
    const named = [...this.#values].map(([name, { value }]) => [name, change(value)] as const);
    return named.length === 0 ? {} : { [this.#kind]: Object.fromEntries(named) };
  }
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
