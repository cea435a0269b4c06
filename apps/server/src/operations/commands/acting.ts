import { userInfo } from "node:os";
import type { Administrator } from "../../identity/operators/index.ts";
import type { Db } from "../../platform/context.ts";
import type { Books } from "./open-books.ts";

/** The actor name used in the audit log for actions taken by commands. */
export const COMMAND_LINE = "command-line";

/**
 * Returns the audit log's details about the person running a command: their account on the machine.
 */
export function typedBy(): Readonly<Record<string, unknown>> {
  try {
    return { systemUser: userInfo().username };
  } catch {
    // The user has no entry in the password file, as is common in containers.
    return { systemUser: String(process.getuid?.() ?? "unknown") };
  }
}

/** Returns the person who runs a command, as the administrator who changes operators. */
export function typist(): Administrator {
  return { userId: null, actor: COMMAND_LINE, requestId: null, data: typedBy() };
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
      // An action that a command performs on a customer's account does not count as the customer's
      // action.
      data: { ...about.data, ...typedBy(), layer: "operator" },
    },
  ]);
}
