import type { Ledger } from "@tessera/ledger";
import type { AppContext } from "../platform/context.ts";

/** Returns a copy of a context's ledger in which every step of one movement fails. */
export function failingFor({ ledger }: AppContext, parentId: string): Ledger {
  return {
    ...ledger,
    async post(tx, movements) {
      if (movements.some((movement) => movement.parentId === parentId)) {
        throw new Error("this one always fails");
      }
      return ledger.post(tx, movements);
    },
  };
}
