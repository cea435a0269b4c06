import { useSession } from "../../../../lib/session/session-store.ts";

/** Whether the reader may change operators; the server decides it again. */
export function useMayManage(): boolean {
  return useSession().user?.role === "administrator";
}
