import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { liftAccountStop } from "@tessera/contract/back-office/dashboard.endpoints";
import type { Board } from "@tessera/contract/back-office/dashboard.schemas";
import { useState } from "react";
import { call } from "../../../lib/api/api-client.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

const MAX_NOTE = 200;

type StopToLift = Pick<Board["stops"][number], "id" | "cell">;

/** Lifts the stop on an account. Lifting it again has no effect. */
function useLift({ id, cell }: StopToLift, onDone: () => void) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: QUERY_ROOTS.board });
  return useMoneyWrite({
    write: (note: string) => call(liftAccountStop, { params: { id }, body: { note }, cell }),
    onDone: () => {
      refresh();
      onDone();
    },
    onRefused: refresh,
  });
}

/**
 * Asks an administrator for the findings of the investigation, then lifts the stop on the account.
 */
export function LiftStop({ stop }: { readonly stop: StopToLift }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const lift = useLift(stop, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`The account can move money again` });
  });
  const form = useForm({
    initial: { note: "" },
    problems: ({ note }) => ({ note: note.trim() === "" && t`This field is required.` }),
    send: ({ note }) => lift.send(note.trim()),
  });
  return (
    <>
      <Button
        size="md"
        kind="text"
        aria-haspopup="dialog"
        onClick={() => {
          lift.reset();
          form.restart();
          setAsked(true);
          setOpen(true);
        }}
      >
        <Trans context="account">Lift the stop</Trans>
      </Button>
      {asked && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          title={<Trans>Lift the stop on this account?</Trans>}
          confirmLabel={t({ message: "Lift the stop", context: "account" })}
          loadingLabel={lift.sending ? t`Checking the ledger` : undefined}
          onConfirm={form.submit}
        >
          <Trans>
            The check runs again first. If it still fails, the account stays stopped. Your note is
            recorded.
          </Trans>
          <Field label={<Trans>Your findings</Trans>} className="mt-4" error={form.errorAt("note")}>
            {(control) => <Input {...control} {...form.text("note")} maxLength={MAX_NOTE} />}
          </Field>
          {lift.error !== null && (
            <Note tone="negative" role="alert" className="mt-4">
              {messageOf(lift.error, t`Unknown error`)}
            </Note>
          )}
          {lift.unknown && !lift.sending && (
            <Note tone="caution" role="alert" className="mt-4">
              <Trans>No response. The action may or may not have been completed.</Trans>
            </Note>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
