import { CURRENCIES, isCurrency } from "@tessera/money";
import { findPersonByName } from "../../identity/people/index.ts";
import { writeSampleStatement } from "../../money-movement/bank/index.ts";
import { type Command, CommandError, oneOf } from "../command-line/command.ts";
import { contextOf } from "./command-context.ts";
import { openBooks } from "./open-books.ts";

export const sampleStatement: Command = {
  name: "sample-statement",
  summary: "write a bank statement for the sandbox, with a transfer from a customer",
  argument: "<username>",
  options: {
    currency: { type: "string", value: "currency", help: "USD, CNY or EUR (the default)" },
  },
  details:
    "The statement is written to the terminal: … sample-statement demo > statement.xml. It " +
    "continues the last imported one, and has a transfer with the customer's reference, one " +
    "with a wrong digit, one without a reference, and a payment of the program. Import it with " +
    "import-statement, or on the operators' page for bank transfers. Only in sandbox mode.",
  async run(call) {
    const currency = oneOf(call.options, "currency", CURRENCIES, "EUR");
    const books = await openBooks(call);
    if (books.config.mode !== "sandbox" || !isCurrency(currency)) {
      throw new CommandError("Sample statements are for sandbox mode.");
    }
    const context = await contextOf(call, books);
    const person = await findPersonByName(context.db.kysely, (call.argument ?? "").toLowerCase());
    if (person?.customerId == null) {
      throw new CommandError(`No customer signs in as ${call.argument}.`);
    }
    const text = await writeSampleStatement(context, { customerId: person.customerId, currency });
    call.terminal.stdout.write(text);
  },
};
