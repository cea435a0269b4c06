import { hash } from "node:crypto";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";

/**
 * Returns the format in which a row stores the idempotency key of the operator's call that wrote
 * the row.
 */
export function operatorKey({ userId }: OperatorAct, key: string): string {
  return hash("sha256", `${userId}\n${key}`, "base64url");
}
