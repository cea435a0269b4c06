import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { WireSettings } from "@tessera/contract/back-office/program.schemas";
import { useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { useRefusedFocus } from "../../../ui/form/use-refused-focus.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { LIMIT_PROBLEM_WORDS, LIMIT_WORDS } from "./limit-words.ts";
import {
  draftOfSettings,
  isCountField,
  LIMIT_FIELDS,
  type LimitField,
  limitProblems,
  raisesLimit,
  settingsOfDraft,
} from "./limits-draft.ts";
import styles from "./program.module.css";
import { useChangeSettings } from "./program.mutations.ts";
import { settingsQuery } from "./program.queries.ts";
import { TextField } from "./text-field.tsx";
import { WriteNote } from "./write-note.tsx";

const ProposeLimitsSheet = lazySheet(async () => {
  return (await import("./propose-limits-sheet.tsx")).ProposeLimitsSheet;
});

interface LimitsFormProps {
  readonly opened: WireSettings;
  readonly readOnly: boolean;
}

/** Everything that the form of the limits does. */
function useLimitsForm(opened: WireSettings) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(opened);
  const [draft, setDraft] = useState(() => draftOfSettings(opened));
  const [tries, setTries] = useState(0);
  const [proposing, setProposing] = useState({ serial: 0, open: false });
  const take = (newest: WireSettings) => {
    setBase(newest);
    setDraft(draftOfSettings(newest));
    setTries(0);
  };
  const save = useChangeSettings((saved) => {
    take(saved);
    showToast({ tone: "success", text: t`Limits saved` });
  });
  const problems = limitProblems(draft, draftOfSettings(base));
  const refusals = save.error instanceof ApiError ? save.error.fields : [];
  const isRaised = raisesLimit(draft, draftOfSettings(base));
  useRefusedFocus(form, tries > 0 && problems.size > 0 ? tries : undefined);
  return {
    ...{ form, base, draft, save, take, isRaised, proposing },
    closeProposing: () => setProposing({ ...proposing, open: false }),
    isChanged: LIMIT_FIELDS.some((field) => draft[field] !== draftOfSettings(base)[field]),
    change: (field: LimitField, value: string) => {
      setDraft((old) => ({ ...old, [field]: value }));
      if (save.error !== null) {
        save.reset();
      }
    },
    errorAt: (field: LimitField): string | undefined => {
      const problem = tries > 0 ? problems.get(field) : undefined;
      return problem === undefined
        ? refusals.find(({ path }) => path === field)?.message
        : t(LIMIT_PROBLEM_WORDS[problem]);
    },
    submit: () => {
      setTries(tries + 1);
      if (problems.size === 0 && isRaised) {
        setProposing({ serial: proposing.serial + 1, open: true });
      } else if (problems.size === 0) {
        save.send(settingsOfDraft(draft, base.version));
      }
    },
  };
}

/** The programme's limits and thresholds, to change them. */
export function LimitsForm({ opened, readOnly }: LimitsFormProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const limits = useLimitsForm(opened);
  const { save } = limits;
  const takeTheirs = async () => {
    const { current } = await queries.fetchQuery(settingsQuery());
    limits.take(current);
    save.reset();
  };
  // A submit in the sheet must not reach the form behind it, as it does from inside the form.
  return (
    <>
      <form
        ref={limits.form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          limits.submit();
        }}
      >
        <p className="text-small text-ink-3">
          <Trans>
            In US dollars; other currencies are converted. A lower limit applies at once to new
            requests; a higher one applies once another administrator approves it. Requests already
            waiting for a decision keep waiting.
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
              value={limits.draft[field]}
              disabled={readOnly}
              error={limits.errorAt(field)}
              onChange={(value) => limits.change(field, value)}
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
          draft={limits.draft}
          open={limits.proposing.open}
          onClose={limits.closeProposing}
          onProposed={() => limits.take(limits.base)}
        />
      )}
    </>
  );
}
