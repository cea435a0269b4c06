import { Trans, useLingui } from "@lingui/react/macro";
import type { PayoutAddress } from "@tessera/contract/money-movement/withdrawals.schemas";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { Button } from "../../../ui/form/button.tsx";
import { CopyButton } from "../../../ui/form/copy-button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { AddressGroups } from "./address-groups.tsx";
import { useRemoveAddress, useRenameAddress } from "./withdrawals.mutations.ts";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

interface AddressSheetProps {
  readonly address: PayoutAddress;
  readonly open: boolean;
  readonly onClose: () => void;
}

function Rename({ address, onClose }: Omit<AddressSheetProps, "open">) {
  const { t } = useLingui();
  const rename = useRenameAddress();
  const form = useForm({
    initial: { label: address.label },
    send: () => {
      if (isChanged) {
        rename.mutate({ id: address.id, label }, { onSuccess: onClose });
      }
    },
    write: { error: rename.error },
  });
  const label = form.draft.label.trim();
  const isChanged = label !== "" && label !== address.label;
  const { failure } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-4">
      <Field label={<Trans>Name</Trans>} error={failure && messageOf(failure, t`Unknown error`)}>
        {(control) => (
          <Input {...control} {...form.text("label")} maxLength={40} autoComplete="off" />
        )}
      </Field>
      <Button
        type="submit"
        kind="primary"
        block
        className="mt-4"
        disabled={!isChanged}
        loadingLabel={rename.isPending ? t`Saving` : undefined}
      >
        <Trans>Save the name</Trans>
      </Button>
    </form>
  );
}

function Remove({ address, onClose }: Omit<AddressSheetProps, "open">) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<boolean>();
  const remove = useRemoveAddress();
  return (
    <>
      <Button kind="text" block className="mt-2.5" onClick={() => setAsking(true)}>
        <Trans>Remove the address</Trans>
      </Button>
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={<Trans>Remove this address?</Trans>}
          confirmLabel={t`Remove`}
          loadingLabel={remove.isPending ? t`Removing` : undefined}
          onConfirm={() =>
            tellOutcome(remove, address.id, {
              onError: (error) => {
                showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) });
                setAsking(false);
              },
              whileShown: () => {
                setAsking(false);
                onClose();
              },
            })
          }
          destructive
        >
          <Trans>If you add it again, it takes another 24 hours until you can use it.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Renders one address in full, with its name and a button to remove it from the address book. */
export function AddressSheet({ address, open, onClose }: AddressSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={address.label} subtitle={address.network}>
      <div className="flex items-center justify-between gap-4">
        <AddressGroups address={address.address} />
        <CopyButton
          label={t`Copy address`}
          copiedText={t`Address copied`}
          text={() => address.address}
        />
      </div>
      <dl className="mt-2">
        <KeyValue label={<Trans>Added</Trans>}>
          <DateText at={address.createdAt} />
        </KeyValue>
        {address.status === "cooling" && (
          <KeyValue label={<Trans>Available from</Trans>}>
            <DateText at={address.usableAt} />
          </KeyValue>
        )}
      </dl>
      <Rename address={address} onClose={onClose} />
      <Remove address={address} onClose={onClose} />
    </Sheet>
  );
}
