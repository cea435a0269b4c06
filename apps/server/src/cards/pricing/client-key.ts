import { hash } from "node:crypto";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";

/**
 * Returns the idempotency key of an operator's call, in the format stored in the row that the call
 * writes.
 */
export function operatorKey({ userId }: OperatorAct, key: string): string {
  return hash("sha256", `${userId}\n${key}`, "base64url");
}
