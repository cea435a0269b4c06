import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { FeeVersion } from "@tessera/contract/back-office/program.schemas";
import { CURRENCIES } from "@tessera/money";
import { useRef, useState } from "react";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";
import { useSettled } from "../../../lib/api/use-settled.ts";
import { Button } from "../../../ui/form/button.tsx";
import { DateInput } from "../../../ui/form/date-input.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useRefusedFocus } from "../../../ui/form/use-refused-focus.ts";
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
import { WriteNote } from "./write-note.tsx";

const ConfirmDialog = lazySheet(async () => {
  return (await import("../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog;
});

const PAUSE_MS = 300;

/** Everything that the form of new fees does. */
function useFeeForm(inForce: FeeVersion | undefined) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOfFees(inForce));
  const [tries, setTries] = useState(0);
  const [asking, setAsking] = useState(false);
  const publish = usePublishFees(() => {
    setDraft(draftOfFees(inForce));
    setTries(0);
    setAsking(false);
    showToast({ tone: "success", text: t`Fees published` });
  });
  const problems = feeProblems(draft);
  const refusals = publish.error instanceof ApiError ? publish.error.fields : [];
  useRefusedFocus(form, tries > 0 && problems.size > 0 ? tries : undefined);
  const words: Readonly<Record<FeeField, string>> = {
    openingUSD: t`Enter an amount such as 12.34.`,
    openingCNY: t`Enter an amount such as 12.34.`,
    openingEUR: t`Enter an amount such as 12.34.`,
    depositFee: t`Enter a percentage such as 3.5.`,
    withdrawalFee: t`Enter a percentage such as 3.5.`,
    effectiveFrom: t`Choose a date and time.`,
  };
  return {
    form,
    draft,
    input: feesOfDraft(draft),
    publish,
    asking,
    stop: () => setAsking(false),
    change: (changes: Partial<FeeDraft>) => {
      setDraft((old) => ({ ...old, ...changes }));
      if (publish.error !== null) {
        publish.reset();
      }
    },
    errorAt: (field: FeeField): string | undefined =>
      tries > 0 && problems.has(field)
        ? words[field]
        : refusals.find(({ path }) => path === FEE_PATHS[field])?.message,
    submit: () => {
      setTries(tries + 1);
      setAsking(problems.size === 0);
    },
  };
}

/** Publishes fees that come into force later, showing first what they do. */
export function FeeForm({ inForce }: { readonly inForce: FeeVersion | undefined }) {
  const { t } = useLingui();
  const fees = useFeeForm(inForce);
  const { draft, change, errorAt, publish, input } = fees;
  const preview = useQuery(feePreviewQuery(useSettled(input, PAUSE_MS)));
  return (
    <form
      ref={fees.form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        fees.submit();
      }}
    >
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
