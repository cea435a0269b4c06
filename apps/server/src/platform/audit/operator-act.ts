import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { Session } from "../http/authentication.ts";

/** An operator's action as recorded in the audit log. */
export interface OperatorAct {
  readonly userId: string;
  readonly actor: string;
  readonly role: Role;
  readonly requestId: string;
}

/** Returns the action for a call made by an operator. */
export function operatorActOf(call: {
  readonly session: Session;
  readonly requestId: string;
}): OperatorAct {
  const { userId, username: actor, role } = call.session;
  return { userId, actor, role, requestId: call.requestId };
}
