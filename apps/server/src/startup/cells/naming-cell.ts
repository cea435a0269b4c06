import { explainStartFailure } from "../explain-start-failure.ts";
import { CellUnusableError } from "./cell-unusable-error.ts";

/**
 * Runs work on one of several cells. The message of an error that the operator can fix then names
 * the cell.
 *
 * @throws CellUnusableError; other errors are passed on unchanged
 */
export async function namingCell<T>(cell: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = explainStartFailure(error, undefined);
    throw sentence === undefined
      ? error
      : new CellUnusableError(`Cell ${cell}: ${sentence}`, { cause: error });
  }
}
