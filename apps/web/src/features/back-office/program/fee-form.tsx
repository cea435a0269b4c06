import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { FeeVersion } from "@tessera/contract/back-office/program.schemas";
import { CURRENCIES } from "@tessera/money";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useSettled } from "../../../lib/api/use-settled.ts";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { DateInput } from "../../../ui/form/date-input.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import {
  draftOfFees,
  FEE_PATHS,
  type FeeDraft,
  type FeeField,
  feeProblems,
  feesOfDraft,
} from "./fee-draft.ts";
import { FeePreviewTable } from "./fee-preview-table.tsx";
import styles from "./program.module.css";
import { usePublishFees } from "./program.mutations.ts";
import { feePreviewQuery } from "./program.queries.ts";
import { TextField } from "./text-field.tsx";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

const PAUSE_MS = 300;

/** Manages the state and actions of the form for new fees. */
function useFeeForm(inForce: FeeVersion | undefined) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const publish = usePublishFees(() => {
    form.setDraft(draftOfFees(inForce));
    form.restart();
    setAsking(false);
    showToast({ tone: "success", text: t`Fees published` });
  });
  const words: Readonly<Record<FeeField, string>> = {
    openingUSD: t`Enter an amount such as 12.34.`,
    openingCNY: t`Enter an amount such as 12.34.`,
    openingEUR: t`Enter an amount such as 12.34.`,
    depositFee: t`Enter a percentage such as 3.5.`,
    withdrawalFee: t`Enter a percentage such as 3.5.`,
    foreignMarkup: t`Enter a percentage such as 3.5.`,
    foreignBuffer: t`Enter a percentage such as 3.5.`,
    effectiveFrom: t`Choose a date and time.`,
  };
  const form = useForm<FeeDraft, FeeField>({
    initial: () => draftOfFees(inForce),
    problems: (draft) =>
      Object.fromEntries([...feeProblems(draft)].map((field) => [field, words[field]])),
    send: () => setAsking(true),
    write: publish,
    isAt: (path, field) => path === FEE_PATHS[field],
  });
  return {
    ...form,
    input: feesOfDraft(form.draft),
    publish,
    asking,
    stop: () => setAsking(false),
  };
}

/** Lets an administrator preview the effects of new fees and publish them for a later date. */
export function FeeForm({ inForce }: { readonly inForce: FeeVersion | undefined }) {
  const { t } = useLingui();
  const fees = useFeeForm(inForce);
  const { draft, change, errorAt, publish, input } = fees;
  const preview = useQuery(feePreviewQuery(useSettled(input, PAUSE_MS)));
  return (
    <form ref={fees.ref} noValidate className={styles.form} onSubmit={fees.submit}>
      <h2 className="text-h">
        <Trans>New fees</Trans>
      </h2>
      <div className={styles.fields}>
        {CURRENCIES.map((currency) => (
          <TextField
            key={currency}
            label={<Trans>Opening fee for a {currency} card</Trans>}
            mode="decimal"
            maxLength={8}
            unit={currency}
            value={draft[`opening${currency}`]}
            error={errorAt(`opening${currency}`)}
            onChange={(amount) => change({ [`opening${currency}`]: amount })}
          />
        ))}
        <TextField
          label={<Trans>Fee for adding funds</Trans>}
          mode="decimal"
          maxLength={6}
          unit="%"
          value={draft.depositFee}
          error={errorAt("depositFee")}
          onChange={(depositFee) => change({ depositFee })}
        />
        <TextField
          label={<Trans>Withdrawal fee</Trans>}
          mode="decimal"
          maxLength={6}
          unit="%"
          value={draft.withdrawalFee}
          error={errorAt("withdrawalFee")}
          onChange={(withdrawalFee) => change({ withdrawalFee })}
        />
        <TextField
          label={<Trans>Markup on payments in other currencies</Trans>}
          mode="decimal"
          maxLength={6}
          unit="%"
          value={draft.foreignMarkup}
          error={errorAt("foreignMarkup")}
          onChange={(foreignMarkup) => change({ foreignMarkup })}
        />
        <TextField
          label={<Trans>Extra hold until they settle</Trans>}
          mode="decimal"
          maxLength={6}
          unit="%"
          value={draft.foreignBuffer}
          error={errorAt("foreignBuffer")}
          onChange={(foreignBuffer) => change({ foreignBuffer })}
        />
        <Field label={<Trans>In force from</Trans>} error={errorAt("effectiveFrom")}>
          {(control) => (
            <DateInput
              {...control}
              kind="moment"
              value={draft.effectiveFrom}
              onChange={(effectiveFrom) => change({ effectiveFrom })}
            />
          )}
        </Field>
      </div>
      {input !== undefined && preview.data !== undefined && (
        <FeePreviewTable preview={preview.data} />
      )}
      {input !== undefined && preview.error !== null && (
        <p role="alert" className="text-small text-negative">
          {messageOf(preview.error, t`Unknown error`)}
        </p>
      )}
      <WriteNote write={publish} />
      <div className={styles.actions}>
        <Button type="submit" kind="primary" aria-haspopup="dialog">
          <Trans>Publish</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={fees.asking && input !== undefined}
        onClose={fees.stop}
        title={<Trans>Publish these fees?</Trans>}
        confirmLabel={t`Publish`}
        loadingLabel={publish.sending ? t`Publishing` : undefined}
        onConfirm={() => input !== undefined && publish.send(input)}
      >
        {input !== undefined && (
          <Trans>
            From <DateText at={input.effectiveFrom} /> on, all customers pay these fees. You can
            cancel them until one minute before, but you can’t change them.
          </Trans>
        )}
        <WriteNote write={publish} />
      </ConfirmDialog>
    </form>
  );
}
