import { documentOf, isSame, PROGRAM_PARTS } from "../../back-office/program-copy/index.ts";
import { findOutdated, knownOperatorsOf } from "../../identity/operators/index.ts";
import { firstMisplaced } from "../../identity/people/index.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Db } from "../../platform/context.ts";
import type { Keys } from "../../platform/crypto/keys.ts";
import { createDirectory } from "../../platform/directory/directory.ts";
import { selectHeads } from "../../platform/directory/head-directory.repository.ts";
import {
  selectCells,
  selectRegistrations,
} from "../../startup/cells/cell-registration.repository.ts";
import { findDatabaseMark } from "../../startup/database-mark/database-mark.repository.ts";
import {
  type CellVersion,
  findBlockHash,
  findRowOfNoCell,
  readCellVersion,
  sumBalances,
} from "./cell-facts.repository.ts";

/** An opened cell to verify. */
export interface CellToVerify {
  readonly config: Config;
  readonly db: Db;
  /** Undefined if the root key is not available; hashed names are then not compared. */
  readonly keys: Keys | undefined;
}

/** An invariant over all cells of a program. */
export interface ProgramCheck {
  readonly name: string;
  readonly holds: boolean;
  /** What is wrong; null if the invariant holds. */
  readonly firstBroken: string | null;
}

type Finding = string | undefined;

/** Verifies what must hold between the cells of a program, in addition to what holds in each. */
export async function verifyProgram(cells: readonly CellToVerify[]): Promise<ProgramCheck[]> {
  const versions: CellVersion[] = [];
  for (const { config, db } of cells) {
    versions.push(await readCellVersion(db.sql, config.cell));
  }
  const checks: readonly (readonly [string, () => Promise<Finding> | Finding])[] = [
    ["CELLS names every cell of the program", () => unnamedCell(cells)],
    ["all cells use one directory, and each number is one database", () => strangeCell(cells)],
    ["all cells have the same migrations", () => differingSchema(versions)],
    ["all cells have the same root key", () => differingRootKey(versions)],
    ["all cells have the same fees", () => differingFees(versions)],
    ...PROGRAM_PARTS.filter(({ name }) => name !== "fees").map(
      (part) =>
        [`all cells have the same ${part.content}`, () => differingPart(cells, part)] as const,
    ),
    ["every currency sums to zero over all cells", () => unbalanced(cells)],
    ["every row of the directory belongs to a cell of the program", () => rowOfNoCell(cells)],
    ["every name is listed once, for its person and their cell", () => misplacedName(cells)],
    ["every cell's recorded seal is in its chain", () => lostHead(cells)],
    ["no cell knows a later change of another cell's operators", () => outdatedOperator(cells)],
  ];
  const results: ProgramCheck[] = [];
  for (const [name, find] of checks) {
    const firstBroken = (await find()) ?? null;
    results.push({ name, holds: firstBroken === null, firstBroken });
  }
  return results;
}

const numbersOf = (cells: readonly CellToVerify[]) => cells.map(({ config }) => config.cell);

async function unnamedCell(cells: readonly CellToVerify[]): Promise<Finding> {
  const named = new Set(numbersOf(cells));
  for (const { config, db } of cells) {
    const missing = (await selectCells(db.sql)).find((cell) => !named.has(cell));
    if (missing !== undefined) {
      return `the directory of cell ${config.cell} lists cell ${missing}`;
    }
  }
  return undefined;
}

async function strangeCell(cells: readonly CellToVerify[]): Promise<Finding> {
  for (const { config, db } of cells) {
    const mark = await findDatabaseMark(db.sql);
    for (const other of cells) {
      const registered = await selectRegistrations(other.db.sql);
      if (registered.get(config.cell) !== mark?.deploymentId) {
        return `cell ${other.config.cell} knows another database as cell ${config.cell}`;
      }
    }
  }
  return undefined;
}

/** Names a migration that did not run alike in both cells. */
function differingMigration(one: CellVersion, other: CellVersion): Finding {
  const ids = [...new Set([...one.schema.keys(), ...other.schema.keys()])].sort();
  const id = ids.find((each) => one.schema.get(each) !== other.schema.get(each));
  if (id === undefined) {
    return undefined;
  }
  for (const [lacking, having] of [
    [one, other],
    [other, one],
  ] as const) {
    if (!lacking.schema.has(id)) {
      return `cell ${lacking.cell} has not run ${id}, which cell ${having.cell} has`;
    }
  }
  return `cell ${other.cell} has run another text of ${id} than cell ${one.cell}`;
}

function differingSchema([first, ...others]: readonly CellVersion[]): Finding {
  const [found] = others.flatMap((other) => (first && differingMigration(first, other)) ?? []);
  return found && `${found}. Migrate all cells with the same release`;
}

function differingFees([first, ...others]: readonly CellVersion[]): Finding {
  const other = others.find(({ fees }) => fees !== first?.fees);
  return other && `cell ${other.cell} differs from cell ${first?.cell}`;
}

function differingRootKey(versions: readonly CellVersion[]): Finding {
  // The servers of a cell record the key when they first start.
  const [first, ...others] = versions.filter(({ rootKey }) => rootKey !== null);
  const other = others.find(({ rootKey }) => rootKey !== first?.rootKey);
  return other && `cell ${other.cell} was created with another root key than cell ${first?.cell}`;
}

async function differingPart(
  cells: readonly CellToVerify[],
  part: (typeof PROGRAM_PARTS)[number],
): Promise<Finding> {
  const [first, ...others] = cells;
  const wanted = first && (await documentOf(first, part));
  for (const other of others) {
    if (wanted !== undefined && !isSame(part, await documentOf(other, part), wanted)) {
      return `cell ${other.config.cell} differs from cell ${first?.config.cell}`;
    }
  }
  return undefined;
}

async function unbalanced(cells: readonly CellToVerify[]): Promise<Finding> {
  const total = new Map<string, bigint>();
  for (const { db } of cells) {
    for (const [currency, sum] of await sumBalances(db.sql)) {
      total.set(currency, (total.get(currency) ?? 0n) + sum);
    }
  }
  const off = [...total].find(([, sum]) => sum !== 0n);
  return off && `${off[0]} is off by ${off[1]} minor units`;
}

async function rowOfNoCell(cells: readonly CellToVerify[]): Promise<Finding> {
  const [first] = cells;
  const found = first && (await findRowOfNoCell(first.db.sql, numbersOf(cells)));
  return found && `${found.table} has a row of cell ${found.cell}`;
}

async function misplacedName(cells: readonly CellToVerify[]): Promise<Finding> {
  for (const { config, db, keys } of cells) {
    if (keys === undefined) {
      return "the names cannot be compared without the root key";
    }
    const directory = createDirectory(keys, config.cell);
    const person = await firstMisplaced(db.kysely, directory);
    if (person !== undefined) {
      return `person ${person} of cell ${config.cell}`;
    }
  }
  return undefined;
}

async function lostHead(cells: readonly CellToVerify[]): Promise<Finding> {
  for (const { config, db } of cells) {
    const recorded = (await selectHeads(db.kysely)).find(({ cell }) => cell === config.cell);
    const found = recorded && (await findBlockHash(db.sql, recorded.n));
    if (recorded !== undefined && found !== recorded.hash) {
      return `cell ${config.cell} has no block ${recorded.n} with the recorded hash`;
    }
  }
  return undefined;
}

async function outdatedOperator(cells: readonly CellToVerify[]): Promise<Finding> {
  for (const { config, db } of cells) {
    for (const other of cells.filter((one) => one.config !== config)) {
      // What the other cell knows is read first, since its copies follow the operators.
      const known = await knownOperatorsOf(other.db.kysely, config.cell);
      const [outdated] = await findOutdated(db.kysely, known);
      if (outdated !== undefined) {
        return (
          `operator ${outdated.id} of cell ${config.cell} is known in cell ${other.config.cell} ` +
          `with a later change. Run cells restore-operators --number ${config.cell}`
        );
      }
    }
  }
  return undefined;
}
