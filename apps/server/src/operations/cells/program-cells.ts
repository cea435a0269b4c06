import { type Config, configOfCell } from "../../platform/config/config.ts";
import type { Db } from "../../platform/context.ts";
import { selectCells } from "../../startup/cells/cell-registration.repository.ts";
import { CommandError } from "../command-line/command.ts";

const GUIDE = "docs/cells.md";

/** Returns the settings of each cell that `CELLS` names. */
export function cellConfigs(config: Config): readonly Config[] {
  return config.cells.map((cell) => configOfCell(config, cell));
}

/**
 * Checks that the program has one cell.
 *
 * @param advice what to do in a program with several cells
 * @throws CommandError
 */
export async function requireOneCell({ sql }: Pick<Db, "sql">, advice: string): Promise<void> {
  const cells = await selectCells(sql);
  if (cells.length > 1) {
    throw new CommandError(`This program has ${cells.length} cells. ${advice}`);
  }
}

/**
 * Checks that `CELLS` names the databases of several cells.
 *
 * @param purpose what the command would do, such as `add a cell`
 * @throws CommandError that says that this is a single machine
 */
export function requireCluster({ cells, cell }: Config, purpose: string): void {
  if (cells.length < 2) {
    throw new CommandError(
      `This program has one cell, number ${cell}, on a single machine. To ${purpose}, name the ` +
        `databases in CELLS: 1=postgres://… 2=postgres://… (${GUIDE}).`,
    );
  }
}
