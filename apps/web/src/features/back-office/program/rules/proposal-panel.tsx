import { Trans, useLingui } from "@lingui/react/macro";
import type { ProgramRuleProposal } from "@tessera/contract/back-office/program-rules.schemas";
import { useState } from "react";
import { WriteNote } from "../../../../ui/decision/write-note.tsx";
import { Button } from "../../../../ui/form/button.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Panel, SectionHead } from "../../../../ui/layout/panel.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import styles from "../program.module.css";
import { TextField } from "../text-field.tsx";
import { RuleBacktest } from "./rule-backtest.tsx";
import { RuleFacts } from "./rule-facts.tsx";
import { MODE_LOOKS } from "./rule-words.ts";
import { type RuleDecision, useApproveRule, useDecideRule } from "./rules.mutations.ts";

const ProofSheet = lazySheet(async () => {
  return (await import("../../../../ui/proof/proof-sheet.tsx")).ProofSheet;
});

interface ProposalPanelProps {
  readonly proposal: ProgramRuleProposal;
  readonly canDecide: boolean;
}

/** Shows a pending change to a rule and the actions that this operator may take on it. */
export function ProposalPanel({ proposal, canDecide }: ProposalPanelProps) {
  const { t } = useLingui();
  const look = MODE_LOOKS[proposal.mode];
  return (
    <section>
      <SectionHead title={<Trans>Pending change</Trans>}>
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
      </SectionHead>
      <Panel>
        <RuleFacts terms={proposal.terms} />
        <p className="text-small text-ink-3">
          <Trans>
            Proposed by {proposal.proposedBy}, <DateText at={proposal.proposedAt} />:{" "}
            {proposal.reason}
          </Trans>
        </p>
        <p className="pb-3 text-small text-ink-3">
          <Trans>
            It waits for another administrator until <DateText at={proposal.expiresAt} />. Until
            then the rule doesn’t change.
          </Trans>
        </p>
        {proposal.terms.kind === "payments" && <RuleBacktest terms={proposal.terms} />}
        {canDecide && (proposal.mine ? <Own id={proposal.id} /> : <Decide id={proposal.id} />)}
      </Panel>
    </section>
  );
}

function useDecision() {
  const { t } = useLingui();
  const done = {
    reject: t`Change rejected`,
    withdraw: t`Change withdrawn`,
  };
  return useDecideRule(({ kind }: RuleDecision) =>
    showToast({ tone: "success", text: done[kind] }),
  );
}

function Own({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const write = useDecision();
  return (
    <div className="grid gap-3 pt-3">
      <WriteNote write={write} />
      <div className={styles.actions}>
        <Button
          size="md"
          loadingLabel={write.sending ? t`Withdrawing` : undefined}
          onClick={() => write.send({ kind: "withdraw", id })}
        >
          <Trans>Withdraw change</Trans>
        </Button>
      </div>
    </div>
  );
}

function Decide({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const write = useDecision();
  const approve = useApproveRule();
  const rejection = useForm({
    initial: { note: "" },
    problems: ({ note }) => ({ note: note.trim() === "" && t`This field is required.` }),
    send: ({ note }) => write.send({ kind: "reject", id, note: note.trim() }),
  });
  return (
    <div className="grid gap-3 pt-3">
      <TextField
        label={<Trans>Rejection reason</Trans>}
        hint={<Trans>Required to reject.</Trans>}
        maxLength={200}
        value={rejection.draft.note}
        error={rejection.errorAt("note")}
        onChange={(note) => rejection.change({ note })}
      />
      <WriteNote write={write} />
      <div className={styles.actions}>
        <Button kind="primary" size="md" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          <Trans>Approve change</Trans>
        </Button>
        <Button
          size="md"
          loadingLabel={write.sending ? t`Saving` : undefined}
          onClick={rejection.submit}
        >
          <Trans>Reject change</Trans>
        </Button>
      </div>
      <ProofSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={<Trans>Apply this change?</Trans>}
        confirmLabel={t`Approve change`}
        onProven={async (proof) => {
          await approve(id, proof);
          showToast({ tone: "success", text: t`Change approved and in force` });
          setAsking(false);
        }}
      >
        <Trans>It applies to every customer’s next payment.</Trans>
      </ProofSheet>
    </div>
  );
}
