import { useLingui } from "@lingui/react/macro";
import { ArrowUpRight, Eye, Plus, Snowflake } from "lucide-react";
import { messageOf } from "../../lib/api-error.ts";
import { Action, ActionRow } from "../../ui/action-row.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { CardActionsNote, type CardActionsProps, canMove, ICON } from "./card-actions.tsx";
import { useFreeze } from "./cards.mutations.ts";

/** What can be done with a card on its own page. Freezing asks first; unfreezing does not. */
export function CardPageActions({ card, onShow }: CardActionsProps) {
  const { t } = useLingui();
  const freeze = useFreeze(card.id);
  const frozen = card.status === "frozen";
  const unfreeze = () =>
    freeze.mutate(false, {
      onSuccess: () => showToast({ tone: "success", text: t`Card unfrozen` }),
      onError: (error) => showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) }),
    });
  return (
    <>
      <ActionRow label={t`Card actions`}>
        <Action
          primary
          icon={<Plus {...ICON} />}
          label={t`Add funds`}
          onClick={() => onShow("deposit")}
          disabled={card.status !== "active"}
        />
        <Action
          icon={<ArrowUpRight {...ICON} />}
          label={t`Transfer out`}
          onClick={() => onShow("withdraw")}
          disabled={!canMove(card)}
        />
        <Action
          icon={<Snowflake {...ICON} />}
          label={frozen ? t`Unfreeze` : t`Freeze`}
          onClick={frozen ? unfreeze : () => onShow("freeze")}
          disabled={freeze.isPending || card.status === "expired"}
        />
        <Action icon={<Eye {...ICON} />} label={t`Details`} onClick={() => onShow("details")} />
      </ActionRow>
      <CardActionsNote card={card} />
    </>
  );
}
