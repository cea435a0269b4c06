import { hash } from "node:crypto";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";

/** The form in which a row keeps the key of the operator's call that wrote it. */
export function operatorKey({ userId }: OperatorAct, key: string): string {
  return hash("sha256", `${userId}\n${key}`, "base64url");
}
