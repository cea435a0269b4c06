import { userInfo } from "node:os";
import type { Db } from "../../platform/context.ts";
import type { Books } from "./open-books.ts";

/** The actor of a command, for the audit log. */
export const COMMAND_LINE = "command-line";

/** Returns what is audited about the person who types a command: their account on the machine. */
export function typedBy(): Readonly<Record<string, unknown>> {
  try {
    return { systemUser: userInfo().username };
  } catch {
    // A user without an entry, as in containers.
    return { systemUser: String(process.getuid?.() ?? "unknown") };
  }
}

/** Records a command's action in the audit log. */
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
      // The customer did not do what a command does to their account.
      data: { ...about.data, ...typedBy(), layer: "operator" },
    },
  ]);
}
