import { readFile } from "node:fs/promises";
import { moneyLeftOf } from "../../identity/account-closing/index.ts";
import {
  type ErasableCustomer,
  eraseCustomer,
  findErasable,
  selectErased,
} from "../../identity/retention/index.ts";
import { wireId } from "../../platform/ids.ts";
import { closedBefore } from "../../platform/retention.policy.ts";
import { createLogger } from "../../platform/telemetry/logger.ts";
import { createPracticeBooks } from "../../simulator/scenarios/index.ts";
import { findPracticeDatabase, practiceSourceOf } from "../../startup/practice-database.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  requiredText,
  UsageError,
} from "../command-line/command.ts";
import { writeNewFile, writeToStdout } from "../command-line/write-output.ts";
import { COMMAND_LINE, typedBy } from "./acting.ts";
import { type Books, openBooks, openKeys } from "./open-books.ts";

const WHATS = ["customer", "list", "replay"] as const;

export const erase: Command = {
  name: "erase",
  summary: "erase a customer's personal data permanently",
  argument: `<${WHATS.join("|")}>`,
  options: {
    who: { type: "string", value: "customer", help: "their username, email or id" },
    confirm: { type: "string", value: "id", help: "the id that the first call printed" },
    "sandbox-now": {
      type: "boolean",
      help: "in a sandbox: immediately, whatever the account's state",
    },
    out: { type: "string", value: "file", help: "a new file for the list; stdout if absent" },
    file: { type: "string", value: "file", help: "a list written by `erase list`, to erase again" },
  },
  details:
    "`erase customer` requires an account that was closed, whose retention period is over, and " +
    "that has no money left; a job of the servers does the same automatically. Without --confirm " +
    "it changes nothing and prints the id to confirm. Personal fields are deleted or " +
    "overwritten, and the key of those in sealed rows is destroyed; ledger rows stay under the " +
    "customer's id.\n\n`erase list` writes who was erased, by id: keep it outside the backups. " +
    "After `restore`, `erase replay --file` erases them again in the restored database.",
  async run(call) {
    const what = WHATS.find((one) => one === call.argument);
    if (what === undefined) {
      throw new UsageError(`erase does ${WHATS.join(", ")}, not ${call.argument}.`);
    }
    await { customer: eraseOne, list: listErased, replay: eraseAgain }[what](call);
  },
};

async function eraseOne(call: CommandCall): Promise<void> {
  const who = requiredText(call.options, "who");
  const books = await openBooks(call);
  const found = await findErasable(books.db.kysely, who.replace(/^cus_/, ""));
  if (found === undefined) {
    throw new CommandError(`There is no customer ${who}.`);
  }
  const isNow = requireDue(call, books, found);
  if (!isNow) {
    await requireNoMoney(books, found);
  }
  const id = wireId("cus", found.customerId);
  const given = call.options.text("confirm");
  if (given === undefined) {
    call.terminal.stdout.write(
      `This erases ${found.username} (${id}) for good; nothing brings the data back. ` +
        `To do it, repeat the command with --confirm ${id}\n`,
    );
    return;
  }
  if (given !== id) {
    throw new CommandError(`--confirm is not the id of ${found.username}. Nothing was changed.`);
  }
  const isErased = await eraseCustomer(await erasingOf(call, books), found.customerId, {
    actor: COMMAND_LINE,
    data: typedBy(),
    reason: isNow ? "sandbox" : "period_over",
  });
  if (!isErased) {
    throw new CommandError(`${id} got money in the meantime, or was erased. Nothing was changed.`);
  }
  call.terminal.stdout.write(`Erased ${id}. Servers forget the key within a minute.\n`);
}

/**
 * Opens the databases and keys for an erasure, including the simulator's database if there is one.
 */
async function erasingOf(call: CommandCall, books: Books) {
  const keys = await openKeys(books);
  const url = await findPracticeDatabase(practiceSourceOf(books));
  if (url === undefined) {
    return { ...books, keys, practice: undefined };
  }
  const practice = createPracticeBooks({ log: createLogger(books.config.log) }, async () => url);
  call.atEnd(() => practice.close());
  return { ...books, keys, practice };
}

/**
 * Rejects a customer whose account is open or whose retention period has not ended. Returns whether
 * both checks have been waived.
 */
function requireDue(call: CommandCall, books: Books, found: ErasableCustomer): boolean {
  if (found.erasedAt !== null) {
    throw new CommandError(`They were erased on ${found.erasedAt.toISOString()}.`);
  }
  if (call.options.has("sandbox-now")) {
    if (books.config.mode !== "sandbox") {
      throw new CommandError("--sandbox-now is for sandboxes. Nothing was changed.");
    }
    return true;
  }
  if (found.closedAt === null) {
    throw new CommandError(`The account of ${found.username} is not closed.`);
  }
  if (found.closedAt > closedBefore(books.clock.now())) {
    const { closedAt } = found;
    throw new CommandError(
      `The account of ${found.username} was closed on ${closedAt.toISOString().slice(0, 10)}; ` +
        "its retention period is not over.",
    );
  }
  return false;
}

/** Rejects a customer who still has money: it would belong to nobody. */
async function requireNoMoney({ db }: Books, found: ErasableCustomer): Promise<void> {
  const left = await moneyLeftOf(db.kysely, found.customerId);
  if (left.length > 0) {
    throw new CommandError(
      `${found.username} still has money or owes some (${left.join(", ")}). Nothing was changed.`,
    );
  }
}

async function listErased(call: CommandCall): Promise<void> {
  const { db } = await openBooks(call);
  const lines = (await selectErased(db.kysely)).map(
    ({ customerId, erasedAt }) =>
      `${JSON.stringify({ customerId: wireId("cus", customerId), erasedAt })}\n`,
  );
  const out = call.options.text("out");
  await (out === undefined
    ? writeToStdout(call, textOf(lines))
    : writeNewFile(call, out, textOf(lines)));
}

async function* textOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const LINE = /^\{"customerId":"cus_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})",/;

/** Reads the entire list of customers before any of them is erased. */
async function readList(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${String(error)}`);
  });
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, place) => {
      const id = LINE.exec(line)?.[1];
      if (id === undefined) {
        throw new CommandError(`Line ${place + 1} of ${path} was not written by erase list.`);
      }
      return id;
    });
}

async function eraseAgain(call: CommandCall): Promise<void> {
  const ids = await readList(requiredText(call.options, "file"));
  const erasing = await erasingOf(call, await openBooks(call));
  let erased = 0;
  for (const id of ids) {
    const by = { actor: COMMAND_LINE, data: typedBy(), reason: "replay" } as const;
    erased += (await eraseCustomer(erasing, id, by)) ? 1 : 0;
  }
  const rest = ids.length - erased;
  call.terminal.stdout.write(
    `Erased ${erased} of ${ids.length} again; ${rest} were erased already or are not here.\n`,
  );
}
