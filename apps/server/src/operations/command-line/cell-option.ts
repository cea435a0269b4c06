import { type CommandOption, UsageError } from "./command.ts";

/** The option of every command that says which of several cells it is for. */
export const CELL_OPTION: CommandOption = {
  type: "string",
  value: "number",
  help: "the cell to run it on, if CELLS names several",
};

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment in which a command sees only one of the cells that `CELLS` names.
 *
 * @throws UsageError if `CELLS` does not name the cell
 */
export function envOfCell(env: Env, cell: string | undefined): Env {
  if (cell === undefined) {
    return env;
  }
  const listed = (env.CELLS ?? "1").trim();
  if (/^\d+$/.test(listed)) {
    if (listed === cell) {
      return env;
    }
    throw new UsageError(
      `--cell ${cell}: CELLS names one database, which is cell ${listed}. A program on a single ` +
        "machine has one cell and needs no --cell.",
    );
  }
  const address = listed
    .split(/\s+/)
    .find((item) => item.startsWith(`${cell}=`))
    ?.slice(cell.length + 1);
  if (address === undefined) {
    throw new UsageError(`--cell ${cell}: CELLS names no database of cell ${cell}.`);
  }
  return { ...env, CELLS: cell, DATABASE_URL: address };
}
