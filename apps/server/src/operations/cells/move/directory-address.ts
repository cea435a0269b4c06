import { connectTo, type Host, onHost } from "@tessera/database";
import type { Config } from "../../../platform/config/config.ts";
import type { Db } from "../../../platform/context.ts";
import { namingDatabase } from "../../../platform/database/naming-database.ts";
import { withDatabase } from "../../../platform/database/with-database.ts";
import { selectCells } from "../../../startup/cells/cell-registration.repository.ts";
import { readDirectoryKind } from "../../../startup/cells/directory-link.repository.ts";
import { namingCell } from "../../../startup/cells/naming-cell.ts";
import { CommandError } from "../../command-line/command.ts";
import {
  findCitusNode,
  findDirectoryLink,
  leadsTo,
  mayUpdateNode,
  readThroughLink,
  setDirectoryHost,
  updateNode,
} from "./directory-address.repository.ts";

/** A cell, and the address of its database. */
interface CellAddress {
  readonly cell: number;
  readonly url: string;
}

/**
 * Checks that the addresses that lead to a cell can be changed once it has moved.
 *
 * @param newUrl the database on the standby, which must reach the directory, too
 * @throws CommandError that says what is missing
 */
export async function requireChangeable(
  config: Config,
  { cell, url }: CellAddress,
  newUrl: string,
): Promise<void> {
  const kind = await withDatabase(url, ({ sql }) => readDirectoryKind(sql));
  if (kind === "own") {
    for (const other of await othersOf(config, { cell, url })) {
      const link = await onCell(other, ({ sql }) => findDirectoryLink(sql));
      if (link?.isOwn === false) {
        throw new CommandError(
          `Cell ${other.cell} reaches the directory in cell ${cell}, and the role there may not ` +
            "change the address. Name the role that owns tessera_directory in CELLS.",
        );
      }
    }
  } else if (kind === "linked") {
    await withDatabase(newUrl, ({ sql }) => readThroughLink(sql)).catch((cause: unknown) => {
      const detail = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
      throw new CommandError(
        `The new server of cell ${cell} does not reach the directory: ${detail}. Allow it to ` +
          "connect to the cell that has the directory.",
        { cause },
      );
    });
  } else {
    await atCoordinator(url, async (sql) => {
      if (!(await mayUpdateNode(sql))) {
        throw new CommandError(
          "This role may not run citus_update_node at the coordinator. Name a superuser in CELLS.",
        );
      }
    });
  }
}

/**
 * Changes every address that leads to a cell that has moved. Run again, it changes nothing.
 *
 * @param place where the cell is now
 * @returns what was changed, as sentences
 */
export async function changeAddresses(
  config: Config,
  moved: CellAddress,
  place: Host,
): Promise<string[]> {
  const kind = await withDatabase(moved.url, ({ sql }) => readDirectoryKind(sql));
  if (kind === "linked") {
    return [];
  }
  return kind === "own" ? changeLinks(config, moved, place) : changeNode(moved, place);
}

/** Opens the database of another cell. The message of an error names the cell. */
function onCell<T>({ cell, url }: CellAddress, work: (db: Db) => Promise<T>): Promise<T> {
  return namingCell(cell, () =>
    namingDatabase({ setting: "CELLS", url }, () => withDatabase(url, work)),
  );
}

async function changeLinks(config: Config, moved: CellAddress, place: Host): Promise<string[]> {
  const changed: string[] = [];
  for (const other of await othersOf(config, moved)) {
    await onCell(other, async ({ sql }) => {
      const link = await findDirectoryLink(sql);
      if (link !== undefined && !leadsTo(link, place)) {
        await setDirectoryHost(sql, link, place);
        changed.push(`Cell ${other.cell} uses the directory at its new address.`);
      }
    });
  }
  return changed;
}

async function changeNode({ url }: CellAddress, place: Host): Promise<string[]> {
  return atCoordinator(url, async (sql, node) => {
    if (node.place.host === place.host && node.place.port === place.port) {
      return [];
    }
    await updateNode(sql, node, place);
    return ["All nodes of Citus use the new address."];
  });
}

async function atCoordinator<T>(
  url: string,
  work: (
    sql: ReturnType<typeof connectTo>,
    node: NonNullable<Awaited<ReturnType<typeof findCitusNode>>>,
  ) => Promise<T>,
): Promise<T> {
  const node = await withDatabase(url, ({ sql }) => findCitusNode(sql));
  if (node === undefined) {
    throw new CommandError("Citus does not list the database of this cell as a node.");
  }
  const sql = connectTo(onHost(url, node.coordinator), {});
  try {
    return await work(sql, node);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Returns the other cells of the program.
 *
 * @throws CommandError if `CELLS` does not name all of them
 */
async function othersOf({ cells }: Config, moved: CellAddress): Promise<CellAddress[]> {
  const numbers = await withDatabase(moved.url, ({ sql }) => selectCells(sql));
  return numbers
    .filter((number) => number !== moved.cell)
    .map((number) => {
      const url = cells.find(({ cell }) => cell === number)?.databaseUrl;
      if (url === undefined) {
        throw new CommandError(
          `Cell ${moved.cell} has the directory, and cell ${number} must learn its new address. ` +
            "Name the databases of all cells in CELLS.",
        );
      }
      return { cell: number, url };
    });
}
