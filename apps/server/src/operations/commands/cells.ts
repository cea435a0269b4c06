import { inOneHostForm } from "@tessera/database";
import { type Config, readConfig } from "../../platform/config/config.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { addCell } from "../cells/add-cell.ts";
import { setOpen } from "../cells/cell-facts.repository.ts";
import { listCells, printList } from "../cells/list-cells.ts";
import { moveCell } from "../cells/move/move-cell.ts";
import { MOVE_LIMITS } from "../cells/move/move-course.ts";
import { targetOf } from "../cells/move/target-address.ts";
import { requireCluster } from "../cells/program-cells.ts";
import { printRestored, restoreOperatorsOf } from "../cells/restore-operators.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  requiredText,
  UsageError,
} from "../command-line/command.ts";
import { typist } from "./acting.ts";
import { openServerFor, requireData } from "./open-books.ts";
import { verifyProgram } from "./verify.ts";

const ACTS = ["list", "add", "open", "close", "move", "verify", "restore-operators"] as const;

export const manageCells: Command = {
  name: "cells",
  summary: "list, add, open, close, move or verify the cells of a program, and repair one",
  argument: `<${ACTS.join("|")}>`,
  options: {
    number: { type: "string", value: "cell", help: "the cell, except for list and verify" },
    directory: {
      type: "string",
      value: "address",
      help: "for add: the first cell's database for the application's role",
    },
    to: {
      type: "string",
      value: "address",
      help: "for move: the database on a standby of the cell, without a password",
    },
    json: { type: "boolean", help: "print JSON, for programs" },
  },
  details:
    "CELLS names the database of every cell, for the role that owns it: first one that belongs " +
    "to the program, and for add the empty database of the new cell after it. add migrates that " +
    "database, lets it use the program's directory, and copies the first cell's fees, products, " +
    "rules and other settings; restart the servers afterward. close opens no more customers in " +
    "a cell, whose own customers notice nothing.\n\nmove makes a " +
    "standby on another machine the primary of a cell, while servers run. They find it if CELLS " +
    "names both hosts: 2=postgres://role@a,b/name?target_session_attrs=read-write. It can be " +
    "repeated until it succeeds.\n\nrestore-operators is for a cell that was recovered to an " +
    "earlier time. The other cells know later changes of its operators, and refuse them until " +
    "then. Operators whose access has changed since are suspended.\n\nverify does the same as " +
    "`verify --cells`. docs/cells.md describes all of it.",
  async run(call) {
    const act = ACTS.find((one) => one === call.argument);
    if (act === undefined) {
      throw new UsageError(`cells can ${ACTS.join(", ")}, not ${call.argument}.`);
    }
    const config = readConfig(call.env);
    switch (act) {
      case "list":
        return list(call, config);
      case "verify":
        return verifyProgram(call);
      case "add":
        return add(call, config);
      case "move":
        return move(call, config);
      case "restore-operators":
        return restore(call, config);
      default:
        return change(call, config, act === "open");
    }
  },
};

function numberOf({ options }: Pick<CommandCall, "options">): number {
  const text = options.text("number") ?? "";
  if (!/^[1-9]\d{0,2}$/.test(text)) {
    throw new UsageError("--number must be the number of a cell, from 1 to 999.");
  }
  return Number(text);
}

async function list(call: CommandCall, config: Config): Promise<void> {
  requireData(config);
  const named = config.cells.flatMap(({ cell, databaseUrl }): [number, string][] =>
    databaseUrl === undefined ? [] : [[cell, databaseUrl]],
  );
  const ownUrl = named[0]?.[1] ?? (await openServerFor(call)).ownerUrl;
  const urls = new Map(named.length === 0 ? [[config.cell, ownUrl]] : named);
  const cells = await listCells(ownUrl, urls);
  call.terminal.stdout.write(
    call.options.has("json") ? `${JSON.stringify(cells)}\n` : printList(cells),
  );
}

async function add(call: CommandCall, config: Config): Promise<void> {
  requireCluster(config, "add a cell");
  const cell = numberOf(call);
  const directory = call.options.text("directory");
  const directoryUrl = directory && inOneHostForm(directory);
  const copied = await addCell(config, { cell, directoryUrl });
  call.terminal.stdout.write(
    `Cell ${cell} was added. It has the settings of the first cell: ${copied.join(", ")}. ` +
      "Restart every server, with the cell in its CELLS or CELL_SERVERS.\n",
  );
}

async function move(call: CommandCall, config: Config): Promise<void> {
  requireData(config);
  const cell = numberOf(call);
  const own = config.cell === cell ? (config.databaseOwnerUrl ?? config.databaseUrl) : undefined;
  const listed = config.cells.find((one) => one.cell === cell);
  const from = listed?.databaseUrl ?? own;
  if (from === undefined) {
    throw new CommandError(
      config.databaseUrl === undefined
        ? "The embedded PostgreSQL cannot be moved. Use backup and restore."
        : `CELLS names no database of cell ${cell}.`,
    );
  }
  const to = targetOf(requiredText(call.options, "to"), from, config.mode);
  const { stdout, stderr } = call.terminal;
  const moving = moveCell(
    config,
    { cell, from, to },
    {
      ...{ limits: MOVE_LIMITS, signal: call.signal },
      say: (sentence) => stdout.write(`${sentence}\n`),
      reached: async () => undefined,
    },
  );
  // After Ctrl-C, the process waits until the move is complete or undone.
  call.atEnd(() =>
    moving.catch((error: Error) => {
      if (call.signal.aborted) {
        stderr.write(`${error.message}\n`);
      }
    }),
  );
  await moving;
}

async function restore(call: CommandCall, config: Config): Promise<void> {
  requireCluster(config, "restore operators");
  const cell = numberOf(call);
  const restored = await restoreOperatorsOf(call, config, { cell, by: typist() });
  call.terminal.stdout.write(
    call.options.has("json") ? `${JSON.stringify(restored)}\n` : printRestored(cell, restored),
  );
}

async function change(call: CommandCall, config: Config, isOpen: boolean): Promise<void> {
  requireCluster(config, "open or close a cell");
  const cell = numberOf(call);
  const url = config.cells[0]?.databaseUrl ?? "";
  const isListed = await withDatabase(url, ({ sql }) => setOpen(sql, cell, isOpen));
  if (!isListed) {
    throw new CommandError(`The program has no cell ${cell}.`);
  }
  call.terminal.stdout.write(
    isOpen ? `Cell ${cell} opens new customers.\n` : `Cell ${cell} opens no new customers.\n`,
  );
}
