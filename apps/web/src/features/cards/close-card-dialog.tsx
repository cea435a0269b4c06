import { Trans, useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { messageOf } from "../../lib/api-error.ts";
import { useLocale } from "../../lib/locale.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { Note } from "../../ui/panel.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { cardLabel } from "./card-label.ts";
import { useCloseCard } from "./cards.mutations.ts";

interface CloseCardDialogProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before a card is closed for ever, and says what becomes of its balance. */
export function CloseCardDialog({ card, open, onClose }: CloseCardDialogProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const close = useCloseCard(card.id);
  const name = cardLabel(card, locale);
  const balance = formatMoney(card.balance, card.currency);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Close {name}?</Trans>}
      confirmLabel={t`Close card`}
      destructive
      loadingLabel={close.isPending ? t`Closing` : undefined}
      onConfirm={() =>
        close.mutate(undefined, {
          onSuccess: () => {
            showToast({ tone: "success", text: t`Card closed` });
            onClose();
          },
        })
      }
    >
      <p>
        <Trans>
          The card stops working for ever, subscriptions on it too. Its balance, {balance}, returns
          to your account. This can’t be undone.
        </Trans>
      </p>
      {/[1-9]/.test(card.held) && !close.isError && (
        <Note tone="caution" className="mt-3">
          <Trans>
            Pending payments hold {formatMoney(card.held, card.currency)}. The card can be closed
            once they have settled.
          </Trans>
        </Note>
      )}
      {close.isError && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(close.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
