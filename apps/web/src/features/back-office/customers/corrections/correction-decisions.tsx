import { Trans, useLingui } from "@lingui/react/macro";
import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import { useState } from "react";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Input } from "../../../../ui/form/input.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import styles from "../customers.module.css";
import { usePowers } from "../powers.ts";
import { useDecideCorrection } from "./corrections.mutations.ts";
import { PassedLimit } from "./passed-limit.tsx";

interface DecisionsProps {
  readonly correction: Correction;
  readonly onDone: () => void;
}

function Refused({ error }: { readonly error: Error | null }) {
  const { t } = useLingui();
  if (error === null) {
    return null;
  }
  const isUnknown = error instanceof ApiError && error.outcomeUnknown;
  return (
    <Note tone={isUnknown ? "info" : "negative"} role="alert">
      {isUnknown ? (
        <Trans>No response. You can safely try again; the money won’t move twice.</Trans>
      ) : (
        <>
          {messageOf(error, t`Unknown error`)}
          <PassedLimit error={error} />
        </>
      )}
    </Note>
  );
}

function Others({ correction, onDone }: DecisionsProps) {
  const { t } = useLingui();
  const decide = useDecideCorrection(correction);
  const [refusing, setRefusing] = useState(false);
  const sentAct = decide.isPending ? decide.variables.act : undefined;
  const done = (text: string) => ({
    onSuccess: () => showToast({ tone: "success", text }),
    whileShown: onDone,
  });
  const refusal = useForm({
    initial: { note: "" },
    problems: ({ note }) => ({ note: note.trim() === "" && t`Give a short reason.` }),
    send: ({ note }) =>
      tellOutcome(decide, { act: "refuse", note: note.trim() }, done(t`Adjustment rejected`)),
  });
  if (refusing) {
    return (
      <form noValidate className="mt-3 flex flex-col gap-3" onSubmit={refusal.submit}>
        <Field
          label={<Trans>Rejection reason</Trans>}
          hint={<Trans>The proposer sees this; the customer doesn’t.</Trans>}
          error={refusal.errorAt("note")}
        >
          {(control) => <Input {...control} {...refusal.text("note")} autoFocus maxLength={200} />}
        </Field>
        <Refused error={decide.error} />
        <div className={styles.pair}>
          <Button onClick={() => setRefusing(false)}>
            <Trans>Back</Trans>
          </Button>
          <Button
            type="submit"
            kind="destructive"
            loadingLabel={sentAct === "refuse" ? t`Rejecting` : undefined}
          >
            <Trans>Reject</Trans>
          </Button>
        </div>
      </form>
    );
  }
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Note tone="caution">
        <Trans>
          When you approve, the money moves immediately, and this can’t be undone. The adjustment
          and its reason appear in the customer’s bills, and we notify them by email.
        </Trans>
      </Note>
      <Refused error={decide.error} />
      <div className={styles.pair}>
        <Button kind="destructive" onClick={() => setRefusing(true)}>
          <Trans>Reject</Trans>
        </Button>
        <Button
          kind="primary"
          disabled={correction.effect?.possible === false}
          loadingLabel={sentAct === "approve" ? t`Approving` : undefined}
          onClick={() => tellOutcome(decide, { act: "approve" }, done(t`Adjustment approved`))}
        >
          <Trans>Approve</Trans>
        </Button>
      </div>
    </div>
  );
}

function Own({ correction, onDone, onChange }: DecisionsProps & { readonly onChange: () => void }) {
  const { t } = useLingui();
  const decide = useDecideCorrection(correction);
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Note>
        <Trans>You proposed this. Someone else has to approve it.</Trans>
      </Note>
      <Refused error={decide.error} />
      <div className={styles.pair}>
        <Button onClick={onChange}>
          <Trans>Change</Trans>
        </Button>
        <Button
          kind="destructive"
          loadingLabel={decide.isPending ? t`Withdrawing` : undefined}
          onClick={() =>
            tellOutcome(
              decide,
              { act: "withdraw" },
              {
                onSuccess: () => showToast({ tone: "success", text: t`Adjustment withdrawn` }),
                whileShown: onDone,
              },
            )
          }
        >
          <Trans context="customers">Withdraw</Trans>
        </Button>
      </div>
    </div>
  );
}

/**
 * Renders the actions on a pending adjustment: approving or rejecting another operator's
 * adjustment, or changing or withdrawing one that this operator proposed.
 */
export function CorrectionDecisions(props: DecisionsProps & { readonly onChange: () => void }) {
  const { mayCare, mayDecide } = usePowers();
  const { status, mine } = props.correction;
  if (status !== "waiting") {
    return null;
  }
  if (mine) {
    return mayCare ? <Own {...props} /> : null;
  }
  return mayDecide ? <Others {...props} /> : null;
}
