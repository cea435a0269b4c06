import { type Config, readConfig } from "../../platform/config/config.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { addCell } from "../cells/add-cell.ts";
import { selectListedCells, setOpen } from "../cells/cell-facts.repository.ts";
import { requireCluster } from "../cells/program-cells.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  UsageError,
} from "../command-line/command.ts";
import { openServerFor, requireData } from "./open-books.ts";
import { verifyProgram } from "./verify.ts";

const ACTS = ["list", "add", "open", "close", "verify"] as const;

export const manageCells: Command = {
  name: "cells",
  summary: "list, add, open, close or verify the cells of a program",
  argument: `<${ACTS.join("|")}>`,
  options: {
    number: { type: "string", value: "cell", help: "for add, open and close: the cell's number" },
    directory: {
      type: "string",
      value: "address",
      help: "for add: the first cell's database for the application's role",
    },
    json: { type: "boolean", help: "print JSON, for programs" },
  },
  details:
    "CELLS names the database of every cell, for the role that owns it: first one that belongs " +
    "to the program, and for add the empty database of the new cell after it. add migrates that " +
    "database and lets it use the program's directory; restart the servers afterward. close " +
    "opens no more customers in a cell, whose own customers notice nothing.\n\nverify does the " +
    "same as `verify --cells`. docs/cells.md describes all of it, and how to move a cell to " +
    "another machine.",
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
  const ownerUrl = config.cells[0]?.databaseUrl ?? (await openServerFor(call)).ownerUrl;
  const cells = await withDatabase(ownerUrl, ({ sql }) => selectListedCells(sql));
  const { stdout } = call.terminal;
  if (call.options.has("json")) {
    stdout.write(`${JSON.stringify(cells)}\n`);
    return;
  }
  for (const { cell, isOpen, people, cards, head } of cells) {
    const seal = head === null ? "no seal recorded" : `sealed up to block ${head}`;
    const fields = [`cell ${cell}`, isOpen ? "open" : "closed", `${people} people`];
    stdout.write(`${[...fields, `${cards} cards`, seal].join("\t")}\n`);
  }
  if (cells.length === 1) {
    stdout.write("The program has one cell, on a single machine.\n");
  }
}

async function add(call: CommandCall, config: Config): Promise<void> {
  requireCluster(config, "add a cell");
  const cell = numberOf(call);
  await addCell(config, { cell, directoryUrl: call.options.text("directory") });
  call.terminal.stdout.write(
    `Cell ${cell} was added. Restart every server, with the cell in its CELLS or CELL_SERVERS.\n`,
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
