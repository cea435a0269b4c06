import { useSession } from "../../../../lib/session/session-store.ts";

/** Returns true if this operator may manage others; the server checks this again. */
export function useMayManage(): boolean {
  return useSession().user?.role === "administrator";
}
