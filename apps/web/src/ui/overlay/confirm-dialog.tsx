import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useBackCloses } from "../../lib/navigation/use-back-closes.ts";
import { Button, buttonClass } from "../form/button.tsx";
import { useLayer } from "./open-layers.ts";

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** The verb on the confirm button ("Freeze"). */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly destructive?: boolean | undefined;
  /**
   * The label of the button that dismisses the dialog. Defaults to "Cancel"; set it if that could
   * be misread.
   */
  readonly dismissLabel?: string | undefined;
  /** The verb shown while the action is in progress ("Freezing"). */
  readonly loadingLabel?: string | undefined;
}

/** Renders a confirmation dialog for an action that cannot easily be undone. Import it lazily. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  onConfirm,
  destructive,
  dismissLabel,
  loadingLabel,
}: ConfirmDialogProps) {
  useLayer(open);
  useBackCloses(open, onClose);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          // Renders the backdrop even above a sheet, which has a backdrop below it.
          forceRender
          className="fixed inset-0 z-50 bg-scrim transition-opacity duration-220 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-51 w-[350px] max-h-[92dvh] max-w-[calc(100vw-40px)] -translate-1/2 overflow-y-auto overscroll-contain rounded-dialog bg-surface p-5 shadow-pop transition-opacity duration-220 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-h2">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-2 text-ink-2">
            {children}
          </AlertDialog.Description>
          <div className="mt-5 grid grid-cols-2 gap-2.5">
            <AlertDialog.Close className={buttonClass({ kind: "fill" })}>
              {dismissLabel ?? <Trans>Cancel</Trans>}
            </AlertDialog.Close>
            <Button
              kind={destructive ? "destructive" : "primary"}
              onClick={onConfirm}
              loadingLabel={loadingLabel}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
