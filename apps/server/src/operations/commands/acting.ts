import { userInfo } from "node:os";
import type { Db } from "../../platform/context.ts";
import type { Books } from "./open-books.ts";

/** Who acts where somebody with the machine does, for the record. */
export const COMMAND_LINE = "command-line";

/** What is on record of whoever types: their account on the machine. */
export function typedBy(): Readonly<Record<string, unknown>> {
  try {
    return { systemUser: userInfo().username };
  } catch {
    // A user without an entry, as containers have them.
    return { systemUser: String(process.getuid?.() ?? "unknown") };
  }
}

/** Puts what a command did on record. */
export async function recordAct(
  { ledger, db }: Pick<Books, "ledger"> & { readonly db: Db },
  action: string,
  about: {
    readonly customerId?: string;
    readonly object?: string;
    readonly data?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<void> {
  await ledger.appendAudit(db, [
    {
      action,
      actor: COMMAND_LINE,
      customerId: about.customerId ?? null,
      object: about.object ?? null,
      outcome: "ok",
      requestId: null,
      // What is done to a customer's account from here was not done by them.
      data: { ...about.data, ...typedBy(), layer: "operator" },
    },
  ]);
}
