import type { Session } from "../http/authentication.ts";

/** An operator's action, for the audit log. */
export interface OperatorAct {
  readonly userId: string;
  readonly actor: string;
  readonly role: string;
  readonly requestId: string;
}

/** Returns the operator who makes a call. */
export function operatorActOf(call: {
  readonly session: Session;
  readonly requestId: string;
}): OperatorAct {
  const { userId, username: actor, role } = call.session;
  return { userId, actor, role, requestId: call.requestId };
}
