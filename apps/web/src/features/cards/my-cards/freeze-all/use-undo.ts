import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { useUndoFreezeAll } from "./freeze-all.mutations.ts";

/** Undoes a freeze of all cards by its id, and reports how many cards were unfrozen. */
export function useUndo() {
  const { t } = useLingui();
  const mutation = useUndoFreezeAll();
  const undo = (id: string) =>
    tellOutcome(mutation, id, {
      onSuccess: ({ unfrozenCards }) =>
        showToast({
          tone: "success",
          text: t`${plural(unfrozenCards, { one: "# card unfrozen", other: "# cards unfrozen" })}`,
        }),
      onError: (error) => showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) }),
    });
  return { undo, undoing: mutation.isPending };
}
