import { Trans, useLingui } from "@lingui/react/macro";
import type { Strategy } from "@tessera/contract/authorization/risk.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { useSetStatus } from "../risk.mutations.ts";

interface RetireDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly strategy: Pick<Strategy, "id" | "name">;
  readonly onRetired: () => void;
}

/** Asks for confirmation before retiring a rule, which cannot be undone. */
export function RetireDialog({ open, onClose, strategy, onRetired }: RetireDialogProps) {
  const { t } = useLingui();
  const setStatus = useSetStatus();
  const { id, name } = strategy;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      destructive
      title={<Trans>Retire “{name}”?</Trans>}
      confirmLabel={t`Retire`}
      loadingLabel={setStatus.isPending ? t`Retiring` : undefined}
      onConfirm={() =>
        tellOutcome(
          setStatus,
          { id, status: "retired" },
          {
            onSuccess: () => showToast({ tone: "success", text: t`Rule retired` }),
            whileShown: onRetired,
          },
        )
      }
    >
      <Trans>
        The rule stops immediately and is permanently removed from your list. Its past actions stay
        in the log.
      </Trans>
      {setStatus.isError && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(setStatus.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
