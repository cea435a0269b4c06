import { FIELD_TEXTS } from "@tessera/contract/errors/field-texts";
import { email as emailSchema } from "@tessera/contract/fields";
import { PASSWORD_LENGTH } from "@tessera/contract/identity/accounts.schemas";
import { createOperator as addOperator } from "../../identity/operators/index.ts";
import { createDirectory } from "../../platform/directory/directory.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  oneOf,
  requiredText,
  UsageError,
} from "../command-line/command.ts";
import { readSecret } from "../command-line/read-secret.ts";
import { COMMAND_LINE, typedBy } from "./acting.ts";
import { openBooks, openKeys } from "./open-books.ts";

const ROLES = ["support", "reviewer", "administrator", "auditor"] as const;
const USERNAME = /^[a-z0-9][a-z0-9._-]{1,39}$/;

export const createOperator: Command = {
  name: "create-operator",
  summary: "add an operator of the program, such as the first administrator",
  options: {
    email: { type: "string", value: "address", help: "the address for their mails" },
    role: { type: "string", value: "role", help: `one of ${ROLES.join(", ")}` },
    username: { type: "string", value: "name", help: "derived from the address if absent" },
    "password-stdin": { type: "boolean", help: "read the password from stdin, not the terminal" },
  },
  details:
    "The terminal prompts for the password without showing it. The rules are those of " +
    `registration: ${PASSWORD_LENGTH.min} characters or more, not a common password, and ` +
    "without the address or the name in it. Operators set up their second factor when they " +
    "first sign in.",
  async run(call) {
    const { email, username, role } = whomOf(call);
    const books = await openBooks(call);
    const keys = await openKeys(books);
    const password = await readSecret(call, {
      fromStdin: call.options.has("password-stdin"),
      prompt: "Password",
      again: true,
    });
    requireLength(password);
    const by = { actor: COMMAND_LINE, data: typedBy() };
    const person = await addOperator(
      { ...books, keys, directory: createDirectory(keys, books.config.cell) },
      { email, role, password, by, ...(username !== undefined && { username }) },
    ).catch((error: unknown) => {
      throw inWords(error);
    });
    if (person === undefined) {
      throw new CommandError("An account with this address or username already exists.");
    }
    call.terminal.stdout.write(`${person.username} may sign in as ${role}.\n`);
  },
};

function whomOf({ options }: Pick<CommandCall, "options">) {
  const email = emailSchema.safeParse(requiredText(options, "email"));
  if (!email.success) {
    throw new UsageError("--email must be a mail address.");
  }
  requiredText(options, "role");
  const username = options.text("username");
  if (username !== undefined && !USERNAME.test(username)) {
    throw new UsageError(
      "--username must have 2 to 40 lower-case letters, digits, dots, dashes or underscores.",
    );
  }
  return { email: email.data, role: oneOf(options, "role", ROLES), username };
}

function requireLength(password: string): void {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min || password.length > max || !password.isWellFormed()) {
    throw new CommandError(`The password must have ${min} to ${max} characters.`);
  }
}

/** Converts the error for a rejected field into the message that a form would show. */
function inWords(error: unknown): unknown {
  const code = error instanceof Refusal ? error.fields[0]?.code : undefined;
  return code === undefined ? error : new CommandError(FIELD_TEXTS[code].en);
}
