import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { useFreezeAll } from "./freeze-all.mutations.ts";
import { useUndo } from "./use-undo.ts";

/**
 * How long the toast offers to undo the freeze, in milliseconds. The page still offers it after
 * that.
 */
const UNDO_MS = 20_000;

interface FreezeAllDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before all cards are frozen. */
export function FreezeAllDialog({ open, onClose }: FreezeAllDialogProps) {
  const { t } = useLingui();
  const freeze = useFreezeAll();
  const { undo } = useUndo();
  const tell = ({ id, frozenCards }: { readonly id: string; readonly frozenCards: number }) => {
    if (frozenCards === 0) {
      showToast({ tone: "plain", text: t`All of your cards were already frozen` });
      return;
    }
    showToast({
      tone: "success",
      text: t`${plural(frozenCards, { one: "# card frozen", other: "# cards frozen" })}`,
      action: { label: t`Undo`, run: () => undo(id) },
      stayMs: UNDO_MS,
    });
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Freeze all cards?</Trans>}
      confirmLabel={t`Freeze all`}
      loadingLabel={
        freeze.isPending ? (freeze.processing ? t`Processing` : t`Freezing`) : undefined
      }
      onConfirm={() => tellOutcome(freeze, undefined, { onSuccess: tell, whileShown: onClose })}
    >
      <Trans>
        Every card declines new payments, including subscriptions, until you unfreeze it. Payments
        already approved still settle, refunds still arrive, and balances stay on the cards. You can
        unfreeze all of these cards again in one step.
      </Trans>
      {freeze.isError && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(freeze.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
