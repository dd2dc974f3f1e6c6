/** The document is invalid. Lists what is wrong; nothing was written. */
export class CatalogError extends Error {
  override name = 'CatalogError';
  readonly problems: string[];
  /** Whether these are all problems: after a thousand, the document is not read on. */
  readonly isComplete: boolean;

  constructor(problems: string[], isComplete = true) {
    super([...problems, ...(isComplete ? [] : ['and more problems'])].join('\n'));
    this.problems = problems;
    this.isComplete = isComplete;
  }
}

/** Nobody reads more, and a hostile document can have one in every three bytes. */
const MAX_PROBLEMS = 1_000;

/** Collects what is wrong with a document, and gives up when it is too much. */
export class CatalogProblems {
  readonly #problems: string[] = [];

  add(problem: string): void {
    if (this.#problems.length === MAX_PROBLEMS) throw new CatalogError(this.#problems, false);
    this.#problems.push(problem);
  }

  throwIfAny(): void {
    if (this.#problems.length > 0) throw new CatalogError(this.#problems);
  }
}
