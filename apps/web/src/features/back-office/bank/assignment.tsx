import { Trans, useLingui } from "@lingui/react/macro";
import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
import { useState } from "react";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import styles from "./bank.module.css";
import { useAssign } from "./bank.mutations.ts";
import { findCustomer } from "./bank.queries.ts";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

const MAX_NAME = 254;

interface Chosen {
  readonly id: string;
  readonly name: string;
}

/** Lets the operator choose the customer to whom a transfer belongs. */
export function Assignment({ entry }: { readonly entry: BankEntryDetail }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Chosen>();
  const [open, setOpen] = useState(false);
  const assign = useAssign(entry.id, () => {
    setOpen(false);
    showToast({ tone: "success", text: t`Waiting for another operator’s approval` });
  });
  const choose = (customer: Chosen) => {
    assign.reset();
    setChosen(customer);
    setOpen(true);
  };
  const name = chosen?.name ?? "";
  return (
    <Panel>
      <h2 className="text-small font-medium text-ink-2">
        <Trans>Whose transfer is it?</Trans>
      </h2>
      {entry.suggestions.map(({ customerId, customerName, reference }) => (
        <Button
          key={customerId}
          kind="fill"
          aria-haspopup="dialog"
          className={styles.gap}
          onClick={() => choose({ id: customerId, name: customerName })}
        >
          <Trans>
            {customerName}, whose reference is {reference}
          </Trans>
        </Button>
      ))}
      <NameForm onFound={choose} />
      {chosen !== undefined && (
        <ConfirmDialog
          open={open}
          onClose={() => setOpen(false)}
          title={<Trans>Assign the transfer to {name}?</Trans>}
          confirmLabel={t`Assign`}
          loadingLabel={assign.sending ? t`Assigning` : undefined}
          onConfirm={() => assign.send(chosen.id)}
        >
          <Trans>The money moves once another operator has approved it.</Trans>
          <WriteNote write={assign} className={styles.gap} />
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function NameForm({ onFound }: { readonly onFound: (customer: Chosen) => void }) {
  const { t } = useLingui();
  const [isUnknown, setUnknown] = useState(false);
  const form = useForm({
    initial: { name: "" },
    problems: ({ name }) => ({ name: name.trim() === "" && t`This field is required.` }),
    send: ({ name }) => {
      const wanted = name.trim();
      setUnknown(false);
      void findCustomer(wanted).then(
        (id) => (id === undefined ? setUnknown(true) : onFound({ id, name: wanted })),
        () => setUnknown(true),
      );
    },
  });
  return (
    <form ref={form.ref} onSubmit={form.submit} className={styles.gap}>
      <Field
        label={<Trans>Customer’s username</Trans>}
        error={isUnknown ? t`No customer has this username.` : form.errorAt("name")}
      >
        {(control) => (
          <Input
            {...control}
            {...form.text("name")}
            maxLength={MAX_NAME}
            autoCapitalize="none"
            autoComplete="off"
          />
        )}
      </Field>
      <Button type="submit" kind="outline" className={styles.gap}>
        <Trans>Find customer</Trans>
      </Button>
    </form>
  );
}
