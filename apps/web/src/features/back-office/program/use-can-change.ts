import { useSession } from "../../../lib/session/session-store.ts";

/** Returns true if this operator may change the program; the server checks this again. */
export function useCanChange(): boolean {
  return useSession().user?.role === "administrator";
}
