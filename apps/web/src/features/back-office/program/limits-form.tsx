import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { WireSettings } from "@tessera/contract/back-office/program.schemas";
import { useState } from "react";
import { WriteNote } from "../../../ui/decision/write-note.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { inWords, useForm } from "../../../ui/form/use-form.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { LIMIT_PROBLEM_WORDS, LIMIT_WORDS } from "./limit-words.ts";
import {
  draftOfSettings,
  isCountField,
  LIMIT_FIELDS,
  type LimitField,
  type LimitsDraft,
  limitProblems,
  raisesLimit,
  settingsOfDraft,
} from "./limits-draft.ts";
import styles from "./program.module.css";
import { useChangeSettings } from "./program.mutations.ts";
import { settingsQuery } from "./program.queries.ts";
import { TextField } from "./text-field.tsx";

const ProposeLimitsSheet = lazySheet(async () => {
  return (await import("./propose-limits-sheet.tsx")).ProposeLimitsSheet;
});

interface LimitsFormProps {
  readonly opened: WireSettings;
  readonly readOnly: boolean;
}

/** Manages the state of the limits form and the actions in it. */
function useLimitsForm(opened: WireSettings) {
  const { t } = useLingui();
  const [base, setBase] = useState(opened);
  const [proposing, setProposing] = useState({ serial: 0, open: false });
  const take = (newest: WireSettings) => {
    setBase(newest);
    form.setDraft(draftOfSettings(newest));
    form.restart();
  };
  const save = useChangeSettings((saved) => {
    take(saved);
    showToast({ tone: "success", text: t`Limits saved` });
  });
  const form = useForm<LimitsDraft, LimitField>({
    initial: () => draftOfSettings(opened),
    problems: (draft) =>
      inWords(limitProblems(draft, draftOfSettings(base)), (one) => t(LIMIT_PROBLEM_WORDS[one])),
    send: (draft) => {
      if (raisesLimit(draft, draftOfSettings(base))) {
        setProposing({ serial: proposing.serial + 1, open: true });
      } else {
        save.send(settingsOfDraft(draft, base.version));
      }
    },
    write: save,
  });
  const { draft } = form;
  return {
    ...{ form, base, save, take, proposing },
    closeProposing: () => setProposing({ ...proposing, open: false }),
    isRaised: raisesLimit(draft, draftOfSettings(base)),
    isChanged: LIMIT_FIELDS.some((field) => draft[field] !== draftOfSettings(base)[field]),
  };
}

/** Lets an administrator edit the program's limits and thresholds. */
export function LimitsForm({ opened, readOnly }: LimitsFormProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const limits = useLimitsForm(opened);
  const { form, save } = limits;
  const takeTheirs = async () => {
    const { current } = await queries.fetchQuery(settingsQuery());
    limits.take(current);
    save.reset();
  };
  // The sheet is rendered outside the form because React submit events bubble through portals.
  return (
    <>
      <form ref={form.ref} noValidate className={styles.form} onSubmit={form.submit}>
        <p className="text-small text-ink-3">
          <Trans>
            In US dollars; other currencies are converted. A lower limit applies to new requests
            immediately; a higher one applies once another administrator approves it. Requests
            already waiting for a decision keep waiting.
          </Trans>
        </p>
        <div className={styles.fields}>
          {LIMIT_FIELDS.map((field) => (
            <TextField
              key={field}
              label={t(LIMIT_WORDS[field].label)}
              hint={t(LIMIT_WORDS[field].hint)}
              mode={isCountField(field) ? "numeric" : "decimal"}
              maxLength={isCountField(field) ? 4 : 15}
              unit={isCountField(field) ? undefined : "USD"}
              value={form.draft[field]}
              disabled={readOnly}
              error={form.errorAt(field)}
              onChange={(value) => form.change({ [field]: value })}
            />
          ))}
        </div>
        <WriteNote write={save}>
          <span className="flex flex-wrap gap-2 pt-2">
            <Button size="md" onClick={() => void takeTheirs()}>
              <Trans>Use their version</Trans>
            </Button>
          </span>
        </WriteNote>
        {!readOnly && (
          <div className={styles.actions}>
            <Button
              type="submit"
              kind="primary"
              disabled={!limits.isChanged}
              loadingLabel={save.sending ? t`Saving` : undefined}
            >
              {limits.isRaised ? <Trans>Propose limits</Trans> : <Trans>Save limits</Trans>}
            </Button>
          </div>
        )}
      </form>
      {limits.proposing.serial > 0 && (
        <ProposeLimitsSheet
          key={limits.proposing.serial}
          base={limits.base}
          draft={form.draft}
          open={limits.proposing.open}
          onClose={limits.closeProposing}
          onProposed={() => limits.take(limits.base)}
        />
      )}
    </>
  );
}
