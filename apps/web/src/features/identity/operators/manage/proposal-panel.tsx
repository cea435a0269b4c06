import { Trans, useLingui } from "@lingui/react/macro";
import type { Proposal } from "@tessera/contract/identity/proposals.schemas";
import { Button } from "../../../../ui/form/button.tsx";
import { KeyValue, Note, Panel } from "../../../../ui/layout/panel.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import styles from "./manage.module.css";
import { LIMIT_NAMES, PROPOSAL_LOOKS } from "./operator-words.ts";
import { ProposalTitle } from "./proposal-title.tsx";
import { useMayManage } from "./use-may-manage.ts";

export type Decision = "approve" | "reject" | "withdraw";

interface ProposalPanelProps {
  readonly proposal: Proposal;
  readonly onDecide: (decision: Decision) => void;
}

/**
 * Lists the limits that a proposal changes, each with its current and proposed value, or both sides
 * of the trade that it records.
 */
export function ProposedTerms({ limits, trade }: Pick<Proposal, "limits" | "trade">) {
  const { t } = useLingui();
  return (
    <>
      {trade != null && (
        <>
          <KeyValue ruled label={<Trans>Sold to the bank</Trans>}>
            <Money amount={trade.sold} currency={trade.soldCurrency} />
          </KeyValue>
          <KeyValue ruled label={<Trans>Bought from the bank</Trans>}>
            <Money amount={trade.bought} currency={trade.boughtCurrency} />
          </KeyValue>
          <KeyValue ruled label={<Trans>Bank reference</Trans>}>
            <span className="break-words">{trade.bankReference}</span>
          </KeyValue>
        </>
      )}
      {limits.map(({ name, from, to }) => (
        <KeyValue key={name} ruled label={t(LIMIT_NAMES[name])}>
          <Money amount={from} currency="USD" /> → <Money amount={to} currency="USD" />
        </KeyValue>
      ))}
    </>
  );
}

function Facts({ proposal }: Pick<ProposalPanelProps, "proposal">) {
  const { reason, proposedBy, proposedAt, expiresAt, status } = proposal;
  const { decidedBy, decidedAt, decisionNote } = proposal;
  return (
    <dl className="mt-1">
      <ProposedTerms {...proposal} />
      <KeyValue ruled label={<Trans>Reason</Trans>}>
        <span className="break-words">{reason}</span>
      </KeyValue>
      <KeyValue ruled label={<Trans>Proposed by</Trans>}>
        {proposedBy} · <DateText at={proposedAt} />
      </KeyValue>
      {status === "waiting" && (
        <KeyValue ruled label={<Trans>Expires</Trans>}>
          <DateText at={expiresAt} />
        </KeyValue>
      )}
      {decidedBy !== null && decidedAt !== null && (
        <KeyValue ruled label={<Trans>Decided by</Trans>}>
          {decidedBy} · <DateText at={decidedAt} />
        </KeyValue>
      )}
      {decisionNote !== null && (
        <KeyValue ruled label={<Trans>Rejection reason</Trans>}>
          <span className="break-words">{decisionNote}</span>
        </KeyValue>
      )}
    </dl>
  );
}

function Choices({ proposal, onDecide }: ProposalPanelProps) {
  const { mine, aboutYou, linked, possible } = proposal;
  if (mine) {
    return (
      <Button size="md" aria-haspopup="dialog" onClick={() => onDecide("withdraw")}>
        <Trans>Withdraw proposal</Trans>
      </Button>
    );
  }
  return (
    <>
      {!aboutYou && (
        <Button
          size="md"
          kind="destructive"
          aria-haspopup="dialog"
          onClick={() => onDecide("reject")}
        >
          <Trans>Reject</Trans>
        </Button>
      )}
      {!linked && (
        <Button
          size="md"
          kind="primary"
          disabled={!possible}
          aria-haspopup="dialog"
          onClick={() => onDecide("approve")}
        >
          {aboutYou ? <Trans>Agree</Trans> : <Trans>Approve</Trans>}
        </Button>
      )}
    </>
  );
}

/** Explains why this operator, or any operator, cannot approve a pending proposal. */
function Hindrance({ proposal }: Pick<ProposalPanelProps, "proposal">) {
  const mayManage = useMayManage();
  const { possible, mine, aboutYou, linked, proposedBy } = proposal;
  return (
    <>
      {!possible && (
        <Note tone="caution" className="mt-2">
          <Trans>
            This can no longer be approved because the underlying data has changed since it was
            proposed.
          </Trans>
        </Note>
      )}
      {mayManage && mine && (
        <Note className="mt-2">
          <Trans>You proposed this. Another administrator has to decide on it.</Trans>
        </Note>
      )}
      {mayManage && aboutYou && (
        <Note className="mt-2">
          <Trans>
            This proposal is about you. You can agree to it, but only others can reject it.
          </Trans>
        </Note>
      )}
      {mayManage && linked && (
        <Note className="mt-2">
          <Trans>
            You and {proposedBy} are linked by an invitation. You can reject this, but someone else
            has to approve it.
          </Trans>
        </Note>
      )}
    </>
  );
}

/** Renders one proposal with the actions that this operator may take. */
export function ProposalPanel({ proposal, onDecide }: ProposalPanelProps) {
  const { t } = useLingui();
  const mayManage = useMayManage();
  const { status } = proposal;
  const look = PROPOSAL_LOOKS[status];
  const isWaiting = status === "waiting";
  return (
    <Panel>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className={`${styles.title} font-semibold break-words`}>
          <ProposalTitle proposal={proposal} />
        </h2>
        <Chip tone={look.tone} icon={look.icon}>
          {t(look.text)}
        </Chip>
      </div>
      <Facts proposal={proposal} />
      {isWaiting && <Hindrance proposal={proposal} />}
      {isWaiting && mayManage && (
        <div className={`${styles.acts} ${styles.decide} mt-3`}>
          <Choices proposal={proposal} onDecide={onDecide} />
        </div>
      )}
    </Panel>
  );
}
