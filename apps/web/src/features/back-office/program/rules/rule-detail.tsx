import { Trans, useLingui } from "@lingui/react/macro";
import type {
  ProgramRuleDetail,
  ProgramRuleVersion,
} from "@tessera/contract/back-office/program-rules.schemas";
import { KeyValue, Panel, SectionHead } from "../../../../ui/layout/panel.tsx";
import { Disclosure } from "../../../../ui/list/disclosure.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { useCanChange } from "../use-can-change.ts";
import { ProposalPanel } from "./proposal-panel.tsx";
import { RuleBacktest } from "./rule-backtest.tsx";
import { RuleFacts } from "./rule-facts.tsx";
import { RuleForm } from "./rule-form.tsx";
import { RuleHits } from "./rule-hits.tsx";
import { MODE_LOOKS, PROPOSAL_WORDS } from "./rule-words.ts";

function ChangedBy({ version }: { readonly version: ProgramRuleVersion }) {
  const { changedBy, approvedBy, changedAt, reason } = version;
  return (
    <p className="text-small text-ink-3">
      {approvedBy === null ? (
        <Trans>
          Changed by {changedBy}, <DateText at={changedAt} />: {reason}
        </Trans>
      ) : (
        <Trans>
          Changed by {changedBy}, approved by {approvedBy}, <DateText at={changedAt} />: {reason}
        </Trans>
      )}
    </p>
  );
}

function ModeChip({ mode }: Pick<ProgramRuleVersion, "mode">) {
  const { t } = useLingui();
  const look = MODE_LOOKS[mode];
  return (
    <Chip tone={look.tone} icon={look.icon}>
      {t(look.text)}
    </Chip>
  );
}

function Standing({ rule }: { readonly rule: ProgramRuleDetail }) {
  const { declined, wouldDecline } = rule;
  return (
    <Panel>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">
          <Trans>Version {rule.version}</Trans>
        </span>
        <ModeChip mode={rule.mode} />
      </p>
      <RuleFacts terms={rule.terms} />
      <dl>
        <KeyValue ruled label={<Trans>Declined in 30 days</Trans>}>
          {declined}
        </KeyValue>
        <KeyValue label={<Trans>Would have declined (shadow)</Trans>}>{wouldDecline}</KeyValue>
      </dl>
      <ChangedBy version={rule} />
    </Panel>
  );
}

function History({ rule }: { readonly rule: ProgramRuleDetail }) {
  const { t } = useLingui();
  if (rule.earlier.length === 0 && rule.decided.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={<Trans>Earlier</Trans>} />
      <Panel className="py-1!">
        {rule.earlier.map((version) => (
          <Disclosure
            key={version.version}
            title={<Trans>Version {version.version}</Trans>}
            value={<ModeChip mode={version.mode} />}
          >
            <RuleFacts terms={version.terms} />
            <ChangedBy version={version} />
          </Disclosure>
        ))}
        {rule.decided.map((proposal) => (
          <Disclosure
            key={proposal.id}
            title={<Trans>Change proposed by {proposal.proposedBy}</Trans>}
            meta={<DateText at={proposal.proposedAt} />}
            value={
              <span className="text-small font-normal">{t(PROPOSAL_WORDS[proposal.status])}</span>
            }
          >
            <RuleFacts terms={proposal.terms} />
            <p className="text-small text-ink-3">{proposal.decisionNote ?? proposal.reason}</p>
          </Disclosure>
        ))}
      </Panel>
    </section>
  );
}

/** Renders one rule: its terms, a pending change, the edit form and its hits. */
export function RuleDetail({ rule }: { readonly rule: ProgramRuleDetail }) {
  const canChange = useCanChange();
  return (
    <div className="grid gap-6 pb-6">
      <Standing rule={rule} />
      {rule.proposal !== null && <ProposalPanel proposal={rule.proposal} canDecide={canChange} />}
      {canChange && rule.proposal === null && (
        <section>
          <SectionHead title={<Trans>Change the rule</Trans>} />
          <RuleForm key={rule.version} rule={rule} onSaved={() => undefined} />
        </section>
      )}
      {!canChange && rule.terms.kind === "payments" && <RuleBacktest terms={rule.terms} />}
      <RuleHits id={rule.id} />
      <History rule={rule} />
    </div>
  );
}
