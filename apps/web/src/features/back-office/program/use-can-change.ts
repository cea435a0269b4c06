import { useSession } from "../../../lib/session/session-store.ts";

/** Returns true if this operator may change the program; the server enforces this as well. */
export function useCanChange(): boolean {
  return useSession().user?.role === "administrator";
}
