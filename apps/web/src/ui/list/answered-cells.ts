/** A response for all cells of the program. */
export interface AnsweredCells {
  readonly cells?: { readonly unavailable: readonly number[] } | undefined;
}

/** Returns the numbers of the cells that did not respond, in order. */
export function missingCells(answers: readonly AnsweredCells[]): readonly number[] {
  const missing = new Set(answers.flatMap(({ cells }) => cells?.unavailable ?? []));
  return [...missing].sort((one, other) => one - other);
}

/** Returns whether all cells responded, so that what is not listed does not exist. */
export function allResponded(answers: readonly AnsweredCells[]): boolean {
  return missingCells(answers).length === 0;
}
