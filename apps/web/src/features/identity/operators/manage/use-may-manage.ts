import { useSession } from "../../../../lib/session/session-store.ts";

/** Returns true if this operator may manage others; the server checks it again. */
export function useMayManage(): boolean {
  return useSession().user?.role === "administrator";
}
