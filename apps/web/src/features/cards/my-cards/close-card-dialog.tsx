import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { isOutcomeUnknown } from "../../../lib/api/try-until-known.ts";
import { useLocale } from "../../../lib/locale.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { cardLabel } from "./card-label.ts";
import { hasHolds } from "./card-standing.ts";
import { useCloseCard } from "./cards.mutations.ts";

interface CloseCardDialogProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Warnings to show before payments stop. */
  readonly children?: ReactNode;
}

/** Asks for confirmation before closing a card for good; explains what happens to its balance. */
export function CloseCardDialog({ card, open, onClose, children }: CloseCardDialogProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const close = useCloseCard(card.id);
  const name = cardLabel(card, locale);
  const waits = hasHolds(card);
  const balance = formatMoney(card.balance, card.currency);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Close {name}?</Trans>}
      confirmLabel={waits ? t`Close once settled` : t`Close card`}
      destructive
      loadingLabel={close.isPending ? (close.processing ? t`Processing` : t`Closing`) : undefined}
      onConfirm={() =>
        tellOutcome(
          close,
          { whenSettled: waits },
          {
            onSuccess: ({ status }) => {
              const text = status === "closing" ? t`The card is closing` : t`Card closed`;
              showToast({ tone: "success", text });
            },
            whileShown: onClose,
          },
        )
      }
    >
      <p>
        <Trans>
          The card stops working permanently, and so do subscriptions on it. Its balance of{" "}
          {balance} returns to your account. This can’t be undone.
        </Trans>
      </p>
      {waits && !close.isError && (
        <Note tone="caution" className="mt-3">
          <Trans>
            Pending payments hold {formatMoney(card.held, card.currency)}. The card declines new
            payments and closes automatically once these have settled.
          </Trans>
        </Note>
      )}
      {children}
      {close.isError && (
        <Note
          tone={isOutcomeUnknown(close.error) ? "caution" : "negative"}
          role="alert"
          className="mt-3"
        >
          {messageOf(close.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
