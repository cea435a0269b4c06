import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import type { Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { isActiveAdministrator } from "./operator-standing.policy.ts";
import { lockOperators, selectStanding } from "./operators.repository.ts";

/** The administrator who changes an operator's access. */
export interface Administrator {
  /** Null for the command line, whose user has direct access to the database. */
  readonly userId: string | null;
  readonly actor: string;
  readonly requestId: string | null;
  /** Additional data for the audit log, such as the role. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Returns the administrator who makes a call. */
export function administratorOf({ userId, actor, role, requestId }: OperatorAct): Administrator {
  return { userId, actor, requestId, data: { role } };
}

/**
 * Starts a change to an operator's access, serialized with all other such changes. Rechecks that
 * the caller is an administrator, since the caller's session was read before the transaction began.
 *
 * @returns the cell where the caller signs in, if it is another one
 * @throws Refusal `forbidden`
 */
export async function beginAsAdministrator(
  tx: Tx,
  by: Pick<Administrator, "userId">,
): Promise<number | null> {
  await lockOperators(tx);
  if (by.userId === null) {
    return null;
  }
  const own = await selectStanding(tx, by.userId);
  if (own === undefined || !isActiveAdministrator(own)) {
    throw new Refusal("forbidden", { internal: "no longer an administrator" });
  }
  return own.homeCell;
}
