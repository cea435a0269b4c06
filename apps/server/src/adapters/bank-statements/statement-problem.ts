import type { StatementProblemCode } from "@tessera/contract/money-movement/statement-problems";

/** Why a file is refused. `value` is an excerpt or a figure that the sentence of the code names. */
export interface StatementProblem {
  /** The line of the file, from 1; 0 if the problem is that of the whole file. */
  readonly line: number;
  readonly code: StatementProblemCode;
  readonly value: string;
}

/** The number of problems that are listed before the reader gives up. */
const MAX_PROBLEMS = 50;
const MAX_VALUE = 60;

/** Thrown if a file is refused as a whole. */
export class StatementError extends Error {
  readonly problems: readonly StatementProblem[];

  constructor(problems: readonly StatementProblem[]) {
    super(`the statement is refused: ${problems[0]?.code} in line ${problems[0]?.line}`);
    this.name = "StatementError";
    this.problems = problems;
  }
}

/** Collects the problems of a file, so that an operator sees all of them at once. */
export class StatementProblems {
  readonly #found: StatementProblem[] = [];

  /**
   * Records a problem.
   *
   * @throws StatementError if there are too many to go on
   */
  add(code: StatementProblemCode, line: number, value = ""): void {
    const shown = value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;
    this.#found.push({ line, code, value: shown });
    if (this.#found.length >= MAX_PROBLEMS) {
      this.require();
    }
  }

  /** Records a problem after which nothing more of the file can be read. */
  stop(code: StatementProblemCode, line: number, value = ""): never {
    this.add(code, line, value);
    throw new StatementError(this.#found);
  }

  /** @throws StatementError if there is a problem */
  require(): void {
    if (this.#found.length > 0) {
      throw new StatementError(this.#found);
    }
  }
}
