import { useSession } from "../../../lib/session/session-store.ts";

/**
 * What the signed-in operator may do for customers. The server enforces it, and the console hides
 * everything else.
 */
export interface Powers {
  readonly mayNote: boolean;
  /** True if the operator may suspend customers, freeze cards, and propose adjustments. */
  readonly mayCare: boolean;
  /** True if the operator may approve and reject adjustments that others proposed. */
  readonly mayDecide: boolean;
  /** True if the operator may open audit events with all their details. */
  readonly mayAudit: boolean;
}

export function usePowers(): Powers {
  const role = useSession().user?.role ?? "";
  const is = (...roles: string[]) => roles.includes(role);
  return {
    mayNote: is("support", "reviewer", "administrator"),
    mayCare: is("support", "administrator"),
    mayDecide: is("reviewer", "administrator"),
    mayAudit: is("administrator", "auditor"),
  };
}
