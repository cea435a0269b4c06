import { useLingui } from "@lingui/react/macro";
import { Eye, Snowflake } from "lucide-react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Action, ActionRow } from "../../../ui/list/action-row.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { type CardActionsProps, FundingActions, ICON } from "./card-actions.tsx";
import { canUnfreeze } from "./card-standing.ts";
import { useFreeze } from "./cards.mutations.ts";

/** Renders the actions on a card's page. Freezing asks for confirmation; unfreezing does not. */
export function CardPageActions({ card, onShow }: CardActionsProps) {
  const { t } = useLingui();
  const freeze = useFreeze(card.id);
  const frozen = canUnfreeze(card);
  const unfreeze = () =>
    tellOutcome(freeze, false, {
      onSuccess: ({ status }) =>
        showToast(
          status === "frozen"
            ? {
                tone: "failure",
                text: t`Your freeze was lifted, but Tessera’s freeze is still in place`,
              }
            : { tone: "success", text: t`Card unfrozen` },
        ),
      onError: (error) => showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) }),
    });
  return (
    <ActionRow label={t`Card actions`}>
      <FundingActions card={card} onShow={onShow} />
      <Action
        icon={<Snowflake {...ICON} />}
        label={frozen ? t`Unfreeze` : t`Freeze`}
        onClick={frozen ? unfreeze : () => onShow("freeze")}
        disabled={card.status !== "active" && !frozen}
        busy={freeze.isPending}
      />
      <Action icon={<Eye {...ICON} />} label={t`Details`} onClick={() => onShow("details")} />
    </ActionRow>
  );
}
