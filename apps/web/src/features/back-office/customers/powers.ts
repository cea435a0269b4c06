import { useSession } from "../../../lib/session/session-store.ts";

/** What the reader may do for customers; the server decides, this hides what it refuses. */
export interface Powers {
  readonly mayNote: boolean;
  /** Suspend, freeze, and propose corrections. */
  readonly mayCare: boolean;
  /** Approve and refuse the corrections of others. */
  readonly mayDecide: boolean;
  /** Open a record with all that was written with it. */
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
