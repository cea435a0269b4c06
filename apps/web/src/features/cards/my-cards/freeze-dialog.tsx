import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { cardLabel } from "./card-label.ts";
import { useFreeze } from "./cards.mutations.ts";

interface CardDialogProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Warnings to show before payments stop. */
  readonly children?: ReactNode;
}

/** Asks for confirmation before a card is frozen. */
export function FreezeDialog({ card, open, onClose, children }: CardDialogProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const freeze = useFreeze(card.id);
  const name = cardLabel(card, locale);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Freeze {name}?</Trans>}
      confirmLabel={t`Freeze`}
      loadingLabel={freeze.isPending ? t`Freezing` : undefined}
      onConfirm={() =>
        tellOutcome(freeze, true, {
          onSuccess: () => showToast({ tone: "success", text: t`Card frozen` }),
          whileShown: onClose,
        })
      }
    >
      <Trans>
        New payments are declined until you unfreeze it. Payments already approved still settle, and
        the balance stays on the card.
      </Trans>
      {children}
      {freeze.isError && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(freeze.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
