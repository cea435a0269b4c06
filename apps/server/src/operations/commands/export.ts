import { readSnapshot, type Snapshot } from "@tessera/database/logical-copy/read-snapshot";
import { writeArchive, writeDocument } from "../../identity/my-data/index.ts";
import { csvLine } from "../../platform/files/csv.ts";
import { createLogger } from "../../platform/telemetry/logger.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  type CommandOptions,
  oneOf,
  requiredText,
  UsageError,
} from "../command-line/command.ts";
import { writeNewFile, writeToStdout } from "../command-line/write-output.ts";
import { recordAct } from "./acting.ts";
import {
  type ExportedMovement,
  findCustomer,
  movementsBetween,
} from "./exported-rows.repository.ts";
import { type Books, openBooks, openKeys } from "./open-books.ts";

const WHATS = ["customer", "movements"] as const;
const FORMATS = ["ndjson", "csv"] as const;
const CUSTOMER_FORMATS = ["json", "zip"] as const;
const COLUMNS = [
  "id",
  "customerId",
  "cardId",
  "parentId",
  "kind",
  "status",
  "currency",
  "amount",
  "fee",
  "title",
  "eventAt",
  "changedAt",
  "database",
] as const satisfies readonly (keyof ExportedMovement)[];
/**
 * Columns that only Tessera writes. They cannot contain formulas, so they are not escaped and
 * amounts keep their sign.
 */
const OWN: ReadonlySet<string> = new Set(["amount", "fee"]);

export const exportData: Command = {
  name: "export",
  summary: "write a customer's data, or all movements of a period",
  argument: "<customer|movements>",
  options: {
    who: { type: "string", value: "customer", help: "their username, address or id" },
    from: { type: "string", value: "day", help: "first day of the movements, such as 2026-11-01" },
    to: { type: "string", value: "day", help: "last day of the movements" },
    format: {
      type: "string",
      value: "format",
      help: "movements: ndjson (default) or csv; customer: json (default) or zip",
    },
    out: { type: "string", value: "file", help: "a new file; stdout if absent" },
  },
  details:
    "A customer's data is everything that Tessera stores about them, as the customer gets it " +
    "from My data in the console: as json, one document; as zip, that document with a README, a " +
    "table of movements, and the files of conversations and reviews. It requires the root key. " +
    "Movements are written one per line, in order; days are in UTC. Neither contains a full " +
    "card number, password, key or code, and a customer's data contains no operator's " +
    "name.\n\nAn export is audited before its first byte is written; customers can see exports " +
    "of their data. Everything comes from one snapshot, and takes the same little memory for " +
    "any amount of data.",
  async run(call) {
    const what = WHATS.find((one) => one === call.argument);
    if (what === undefined) {
      throw new UsageError(`export writes ${WHATS.join(" or ")}, not ${call.argument}.`);
    }
    const question = what === "customer" ? customerOf(call) : movementsOf(call.options);
    const books = await openBooks(call);
    await readSnapshot(books.ownerUrl, async (snapshot) => {
      const text = await question(books, snapshot);
      const out = call.options.text("out");
      await (out === undefined ? writeToStdout(call, text) : writeNewFile(call, out, text));
    });
  },
};

/** Returns the content to export. Called after the export has been recorded in the audit log. */
type Question = (books: Books, snapshot: Snapshot) => Promise<AsyncIterable<Buffer | string>>;

function customerOf({ options }: CommandCall): Question {
  const who = requiredText(options, "who");
  const format = oneOf(options, "format", CUSTOMER_FORMATS, "json");
  if (options.text("from") !== undefined || options.text("to") !== undefined) {
    throw new UsageError(
      "--from and --to are for movements; a customer's export always contains everything.",
    );
  }
  return async (books, snapshot) => {
    const customerId = await findCustomer(snapshot, who);
    if (customerId === undefined) {
      throw new CommandError(`There is no customer ${who}.`);
    }
    const context = {
      ...books,
      keys: await openKeys(books),
      log: createLogger({ ...books.config.log, level: "silent" }),
    };
    await recordAct(books, "customer_data.exported", { customerId });
    const subject = { customerId, exportedAt: books.clock.now() };
    return format === "zip"
      ? writeArchive(context, snapshot, { ...subject, locale: "en" })
      : writeDocument(context, snapshot, subject);
  };
}

function movementsOf(options: CommandOptions): Question {
  const format = oneOf(options, "format", FORMATS, "ndjson");
  const [from, last] = [dayOf(options, "from"), dayOf(options, "to")];
  if (last < from) {
    throw new UsageError("--to is before --from.");
  }
  const to = new Date(last);
  to.setUTCDate(to.getUTCDate() + 1);
  return async (books, snapshot) => {
    const period = { from: options.text("from"), to: options.text("to") };
    await recordAct(books, "movements.exported", { data: { ...period, format } });
    const movements = movementsBetween(snapshot, from, to);
    return format === "csv" ? asCsv(movements) : asLines(movements);
  };
}

function dayOf(options: CommandOptions, name: string): Date {
  const text = requiredText(options, name);
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !day.toJSON()?.startsWith(text)) {
    throw new UsageError(`--${name} must be a day such as 2026-11-01.`);
  }
  return day;
}

async function* asLines(movements: AsyncIterable<ExportedMovement>): AsyncGenerator<string, void> {
  for await (const movement of movements) {
    yield `${JSON.stringify(movement)}\n`;
  }
}

async function* asCsv(movements: AsyncIterable<ExportedMovement>): AsyncGenerator<string, void> {
  yield csvLine(COLUMNS);
  for await (const movement of movements) {
    yield csvLine(
      COLUMNS.map((column) => {
        const value = movement[column];
        return value !== null && OWN.has(column) ? { own: value } : value;
      }),
    );
  }
}
