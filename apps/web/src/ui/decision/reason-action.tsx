import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import type { MoneyWrite } from "../../lib/api/use-money-write.ts";
import { Button } from "../form/button.tsx";
import { Field } from "../form/field.tsx";
import { Input } from "../form/input.tsx";
import { useForm } from "../form/use-form.ts";
import { lazySheet } from "../layout/lazy-part.tsx";
import { WriteNote } from "./write-note.tsx";

const ConfirmDialog = lazySheet(
  async () => (await import("../overlay/confirm-dialog.tsx")).ConfirmDialog,
);

/** The longest reason that the server accepts, in characters. */
const MAX_REASON = 200;

interface ReasonActionProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Sends the reason. */
  readonly write: MoneyWrite<string, unknown>;
  /** The button's text. */
  readonly label: string;
  readonly question: ReactNode;
  /** The verb on the confirm button, and the one shown while the action is in progress. */
  readonly confirmLabel: string;
  readonly loadingLabel: string;
  /** The consequences, shown in the dialog. */
  readonly children: ReactNode;
}

/** Renders a button for a destructive action that asks for a confirmation and a reason. */
export function ReasonAction({
  open,
  onOpenChange,
  write,
  label,
  question,
  confirmLabel,
  loadingLabel,
  children,
}: ReasonActionProps) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const form = useForm({
    initial: { reason: "" },
    problems: ({ reason }) => ({ reason: reason.trim() === "" && t`This field is required.` }),
    send: ({ reason }) => write.send(reason.trim()),
  });
  return (
    <>
      <Button
        kind="destructive"
        aria-haspopup="dialog"
        onClick={() => {
          write.reset();
          form.restart();
          setAsked(true);
          onOpenChange(true);
        }}
      >
        {label}
      </Button>
      {asked && (
        <ConfirmDialog
          open={open}
          onClose={() => onOpenChange(false)}
          destructive
          title={question}
          confirmLabel={confirmLabel}
          loadingLabel={write.sending ? loadingLabel : undefined}
          onConfirm={form.submit}
        >
          {children}
          <Field label={<Trans>Why</Trans>} className="mt-3" error={form.errorAt("reason")}>
            {(control) => <Input {...control} {...form.text("reason")} maxLength={MAX_REASON} />}
          </Field>
          <WriteNote write={write} className="mt-3" />
        </ConfirmDialog>
      )}
    </>
  );
}
