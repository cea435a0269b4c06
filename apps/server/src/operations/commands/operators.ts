import { ERRORS } from "@tessera/contract/errors/catalog";
import { OPERATOR_ROLES } from "@tessera/contract/identity/operators.schemas";
import {
  changeOperator,
  type OperatorChange,
  selectOperatorByName,
  selectOperators,
  statusOf,
} from "../../identity/operators/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { createContext } from "../../platform/create-context.ts";
import { readRootKey } from "../../platform/crypto/root-key.ts";
import { Refusal } from "../../platform/http/refusal.ts";
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
import { COMMAND_LINE, typedBy } from "./acting.ts";
import { type Books, openBooks, openKeys } from "./open-books.ts";

const ACTS = ["list", "suspend", "resume", "remove", "change-role"] as const;
type Act = (typeof ACTS)[number];

const MAX_REASON = 200;
const MAX_CONNECTIONS = 4;

export const manageOperators: Command = {
  name: "operators",
  summary: "list operators, and end or change their access immediately",
  argument: `<${ACTS.join("|")}>`,
  options: {
    username: { type: "string", value: "name", help: "the operator's username or address" },
    role: { type: "string", value: "role", help: `for change-role: ${OPERATOR_ROLES.join(", ")}` },
    reason: { type: "string", value: "text", help: "why, for the audit log" },
    json: { type: "boolean", help: "print the list as JSON" },
  },
  details:
    "suspend, remove and change-role end every session and event stream of the operator at " +
    "every server before the command returns. Anybody who can run this command has access to " +
    "the database and needs no second administrator; the last active administrator still " +
    "stays.\n\nThe operator and every administrator are notified by mail, and the audit log " +
    "names who ran it.",
  async run(call) {
    const act = ACTS.find((one) => one === call.argument);
    if (act === undefined) {
      throw new UsageError(`operators can ${ACTS.join(", ")}, not ${call.argument}.`);
    }
    const change = act === "list" ? undefined : changeOf(act, call.options);
    const books = await openBooks(call);
    await (change === undefined ? list(call, books) : apply(call, books, change));
  },
};

interface Wanted {
  readonly change: OperatorChange;
  readonly name: string;
  readonly reason: string;
}

function changeOf(act: Exclude<Act, "list">, options: CommandOptions): Wanted {
  const name = requiredText(options, "username").toLowerCase();
  const reason = (options.text("reason") ?? "on the command line").trim();
  if (reason === "" || reason.length > MAX_REASON) {
    throw new UsageError(`--reason must have 1 to ${MAX_REASON} characters.`);
  }
  if (act !== "change-role" && options.text("role") !== undefined) {
    throw new UsageError("--role is only for change-role.");
  }
  const change: OperatorChange =
    act === "change-role"
      ? { kind: "role", role: oneOf(options, "role", OPERATOR_ROLES) }
      : { kind: act };
  return { change, name, reason };
}

async function list({ options, terminal }: CommandCall, { db }: Books): Promise<void> {
  const everybody = { after: undefined, limit: 10_000 };
  const rows = (await selectOperators(db.kysely, {}, everybody)).map((row) => ({
    username: row.username,
    email: row.removed_at === null ? row.email : null,
    role: row.role,
    status: statusOf(row),
    secondFactor: row.has_factor,
    createdAt: row.created_at.toISOString(),
  }));
  if (options.has("json")) {
    terminal.stdout.write(`${JSON.stringify(rows)}\n`);
    return;
  }
  for (const { username, email, role, status, secondFactor } of rows) {
    const factor = secondFactor ? "second factor" : "no second factor";
    terminal.stdout.write(`${[username, role, status, factor, email ?? "-"].join("\t")}\n`);
  }
}

const DONE: Readonly<Record<OperatorChange["kind"], string>> = {
  role: "has a new role and is signed out everywhere",
  suspend: "is suspended and signed out everywhere",
  resume: "may sign in again",
  remove: "is removed and signed out everywhere",
};

async function apply(
  call: CommandCall,
  books: Books,
  { change, name, reason }: Wanted,
): Promise<void> {
  const operator = await selectOperatorByName(books.db.kysely, name);
  if (operator === undefined) {
    throw new CommandError(`No operator signs in as ${name}.`);
  }
  const context = await contextOf(call, books);
  const by = { userId: null, actor: COMMAND_LINE, requestId: null, data: typedBy() };
  const command = { id: operator.id, change, revision: undefined, reason, by };
  await changeOperator(context, command).catch((error: unknown) => {
    throw error instanceof Refusal ? new CommandError(ERRORS[error.code].message.en) : error;
  });
  call.terminal.stdout.write(`${operator.username} ${DONE[change.kind]}.\n`);
}

/** Creates a context in which the server's operations can send email and end event streams. */
async function contextOf(
  call: CommandCall,
  { config, appUrl, ...books }: Books,
): Promise<AppContext> {
  await openKeys({ config, db: books.db });
  const rootKey = await readRootKey(config);
  if (rootKey === undefined) {
    throw new CommandError(`There is no root key in ${config.keyFile}. Restore it.`);
  }
  const open = await createContext({
    config,
    log: createLogger({ ...config.log, level: "silent" }),
    rootKey,
    databaseUrl: appUrl,
    maxConnections: MAX_CONNECTIONS,
  });
  call.atEnd(() => open.close());
  return open.context;
}
