import { ERRORS } from "@tessera/contract/errors/catalog";
import { LOCALES } from "@tessera/contract/errors/locales";
import { email as emailSchema } from "@tessera/contract/fields";
import { type InviteBody, OPERATOR_ROLES } from "@tessera/contract/identity/operators.schemas";
import {
  changeOperator,
  inviteOperator,
  type OperatorChange,
  selectOperatorByName,
  selectOperators,
  statusOf,
} from "../../identity/operators/index.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  type CommandOptions,
  oneOf,
  requiredText,
  UsageError,
} from "../command-line/command.ts";
import { typist } from "./acting.ts";
import { contextOf } from "./command-context.ts";
import { type Books, openBooks } from "./open-books.ts";

const ACTS = ["list", "invite", "suspend", "resume", "remove", "change-role"] as const;
type Act = (typeof ACTS)[number];

const MAX_REASON = 200;

export const manageOperators: Command = {
  name: "operators",
  summary: "list and invite operators, and end or change their access immediately",
  argument: `<${ACTS.join("|")}>`,
  secondArgument: "[email]",
  options: {
    username: { type: "string", value: "name", help: "the operator's username or address" },
    role: {
      type: "string",
      value: "role",
      help: `for invite and change-role: ${OPERATOR_ROLES.join(", ")}`,
    },
    language: { type: "string", value: "language", help: `for invite: ${LOCALES.join(", ")}` },
    reason: { type: "string", value: "text", help: "why, for the audit log" },
    json: { type: "boolean", help: "print the list as JSON" },
  },
  details:
    "invite mails a link with which the person chooses a username and a password. It works once, " +
    "for 24 hours. A running server sends the mail.\n\n" +
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
    requireFitting(act, call);
    if (act === "invite") {
      const invited = invitedBy(call);
      await invite(call, await openBooks(call), invited);
    } else if (act === "list") {
      await list(call, await openBooks(call));
    } else {
      const change = changeOf(act, call.options);
      await apply(call, await openBooks(call), change);
    }
  },
};

interface Wanted {
  readonly change: OperatorChange;
  readonly name: string;
  readonly reason: string;
}

/** Rejects arguments that the act does not take. */
function requireFitting(act: Act, { secondArgument, options }: CommandCall): void {
  if (secondArgument !== undefined && act !== "invite") {
    throw new UsageError(`operators ${act} takes no address. Name the operator with --username.`);
  }
  if (options.text("role") !== undefined && act !== "invite" && act !== "change-role") {
    throw new UsageError("--role is only for invite and change-role.");
  }
  if (options.text("language") !== undefined && act !== "invite") {
    throw new UsageError("--language is only for invite.");
  }
}

function invitedBy({ secondArgument, options }: CommandCall): InviteBody {
  const email = emailSchema.safeParse(secondArgument ?? "");
  if (!email.success) {
    throw new UsageError("operators invite needs a mail address: operators invite <email>.");
  }
  return {
    email: email.data,
    role: oneOf(options, "role", OPERATOR_ROLES),
    locale: oneOf(options, "language", LOCALES, "en"),
  };
}

function changeOf(act: Exclude<Act, "list" | "invite">, options: CommandOptions): Wanted {
  const name = requiredText(options, "username").toLowerCase();
  const reason = (options.text("reason") ?? "on the command line").trim();
  if (reason === "" || reason.length > MAX_REASON) {
    throw new UsageError(`--reason must have 1 to ${MAX_REASON} characters.`);
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
  const command = { id: operator.id, change, revision: undefined, reason, by: typist() };
  await changeOperator(context, command).catch(inWords);
  call.terminal.stdout.write(`${operator.username} ${DONE[change.kind]}.\n`);
}

async function invite(call: CommandCall, books: Books, input: InviteBody): Promise<void> {
  const context = await contextOf(call, books);
  const {
    email,
    role,
    expires_at: until,
  } = await inviteOperator(context, {
    input,
    by: typist(),
  }).catch(inWords);
  call.terminal.stdout.write(
    `${email} is invited as ${role}. The link works until ${until.toISOString()}.\n`,
  );
}

function inWords(error: unknown): never {
  throw error instanceof Refusal ? new CommandError(ERRORS[error.code].message.en) : error;
}
