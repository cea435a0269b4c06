import type { Session } from "../http/authentication.ts";

/** An operator who does something, for the record. */
export interface OperatorAct {
  readonly userId: string;
  readonly actor: string;
  readonly role: string;
  readonly requestId: string;
}

/** Who makes a call. */
export function operatorActOf(call: {
  readonly session: Session;
  readonly requestId: string;
}): OperatorAct {
  const { userId, username: actor, role } = call.session;
  return { userId, actor, role, requestId: call.requestId };
}
