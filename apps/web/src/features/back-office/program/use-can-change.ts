import { useSession } from "../../../lib/session/session-store.ts";

/** Whether who is signed in may change the programme; the server decides it again. */
export function useCanChange(): boolean {
  return useSession().user?.role === "administrator";
}
