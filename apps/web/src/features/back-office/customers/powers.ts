import { useSession } from "../../../lib/session/session-store.ts";

/** What this operator may do for customers; the server enforces it, the console hides the rest. */
export interface Powers {
  readonly mayNote: boolean;
  /** Suspend, freeze, and propose adjustments. */
  readonly mayCare: boolean;
  /** Approve and reject adjustments proposed by others. */
  readonly mayDecide: boolean;
  /** Open an audit event with all its details. */
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
