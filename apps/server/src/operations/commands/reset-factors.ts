import { findPersonByName } from "../../identity/people/index.ts";
import { removeLostFactors } from "../../identity/second-factor/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { type Command, CommandError, requiredText } from "../command-line/command.ts";
import { COMMAND_LINE, typedBy } from "./acting.ts";
import { openBooks } from "./open-books.ts";

export const resetFactors: Command = {
  name: "reset-factors",
  summary: "remove the second factor of an operator who lost it",
  options: {
    username: { type: "string", value: "name", help: "the operator's username or address" },
  },
  details:
    "Their authenticator app, passkeys and recovery codes stop working, and all of their " +
    "sessions end. They sign in with their password and must set up a second factor first. For " +
    "customers, 2FA recovery takes two operators, on the customer’s page of the console.",
  async run(call) {
    const name = requiredText(call.options, "username").toLowerCase();
    const { db, ledger, clock } = await openBooks(call);
    const username = await inTransaction(db, async (tx) => {
      const person = await findPersonByName(tx, name);
      if (person === undefined) {
        throw new CommandError(`No user signs in as ${name}.`);
      }
      if (person.role === "customer") {
        throw new CommandError(
          `${person.username} is a customer: 2FA recovery takes two operators in the console.`,
        );
      }
      const by = { actor: COMMAND_LINE, requestId: null, data: typedBy() };
      if ((await removeLostFactors({ ledger, clock }, tx, person.id, by)) === undefined) {
        throw new CommandError(`${person.username} has no second factor.`);
      }
      return person.username;
    });
    call.terminal.stdout.write(`${username} sets up a new second factor after the next sign-in.\n`);
  },
};
