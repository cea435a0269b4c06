import { useSession } from "../../../lib/session/session-store.ts";

/**
 * The signed-in operator's permissions for customers. The server enforces them; the console hides
 * actions that the operator may not perform.
 */
export interface Powers {
  readonly mayNote: boolean;
  /** True if the operator may suspend customers, freeze cards, and propose adjustments. */
  readonly mayCare: boolean;
  /** True if the operator may approve and reject adjustments proposed by others. */
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
