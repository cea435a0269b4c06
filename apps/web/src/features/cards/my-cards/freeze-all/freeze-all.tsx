import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { FreezeAll as Done } from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { isFrozenBy, isLiving } from "../card-standing.ts";
import { useDismissFreezeAll } from "./freeze-all.mutations.ts";
import { freezeAllQuery } from "./freeze-all.queries.ts";
import { FreezeAllDialog } from "./freeze-all-dialog.tsx";
import { useUndo } from "./use-undo.ts";

/**
 * Lets the customer freeze all cards, then offers an undo until the customer uses or dismisses it.
 */
export function FreezeAll({ cards }: { readonly cards: readonly Card[] }) {
  const current = useQuery(freezeAllQuery).data ?? null;
  const [opened, setOpened] = useState<{ readonly serial: number; readonly open: boolean }>();
  const canFreeze = cards.some(
    (card) => isLiving(card) && card.status !== "expired" && !isFrozenBy(card, "customer"),
  );
  return (
    <>
      {current !== null && <CurrentFreeze key={current.id} done={current} />}
      {canFreeze && (
        <Button
          kind="fill"
          size="md"
          block
          className="mt-2"
          icon={<Snowflake aria-hidden="true" size={18} strokeWidth={1.75} />}
          onClick={() => setOpened({ serial: (opened?.serial ?? 0) + 1, open: true })}
        >
          <Trans>Freeze all cards</Trans>
        </Button>
      )}
      {opened !== undefined && (
        <FreezeAllDialog
          key={opened.serial}
          open={opened.open}
          onClose={() => setOpened({ ...opened, open: false })}
        />
      )}
    </>
  );
}

function CurrentFreeze({ done }: { readonly done: Done }) {
  const { t } = useLingui();
  const { undo, undoing } = useUndo();
  const dismiss = useDismissFreezeAll();
  const { frozenCards, stillFrozenCards } = done;
  const frozen = t`${plural(frozenCards, { one: "You froze # card", other: "You froze # cards" })}`;
  const still = t`${plural(stillFrozenCards, {
    one: "# of them is still frozen.",
    other: "# of them are still frozen.",
  })}`;
  return (
    <Note tone="info" role="status" className="mt-2">
      <p>
        <span className="font-semibold">{frozen}</span>
        {" · "}
        <DateText at={done.frozenAt} format="moment" wraps />
        {stillFrozenCards < frozenCards && <span className="block">{still}</span>}
      </p>
      <span className="flex flex-wrap gap-2 pt-2">
        <Button
          size="md"
          kind="primary"
          loadingLabel={undoing ? t`Unfreezing` : undefined}
          onClick={() => undo(done.id)}
        >
          <Trans>Undo</Trans>
        </Button>
        <Button
          size="md"
          kind="text"
          loadingLabel={dismiss.isPending ? t`Dismissing` : undefined}
          onClick={() =>
            tellOutcome(dismiss, done.id, {
              onError: (error) =>
                showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) }),
            })
          }
        >
          <Trans>Keep frozen</Trans>
        </Button>
      </span>
    </Note>
  );
}
