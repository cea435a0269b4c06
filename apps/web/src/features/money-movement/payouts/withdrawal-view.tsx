import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Withdrawal } from "@tessera/contract/money-movement/withdrawals.schemas";
import { TileMeter } from "../../../ui/chart/tile-meter.tsx";
import { buttonClass } from "../../../ui/form/button.tsx";
import { CancelAction } from "../../../ui/form/cancel-action.tsx";
import { CopyButton } from "../../../ui/form/copy-button.tsx";
import { Offered } from "../../../ui/layout/offered.tsx";
import { KeyValue, Note, Panel } from "../../../ui/layout/panel.tsx";
import { Countdown } from "../../../ui/text/countdown.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { StatusChip } from "../../../ui/text/status-chip.tsx";
import { useCountdown } from "../../../ui/text/use-countdown.ts";
import { AddressGroups } from "./address-groups.tsx";
import { CostLines } from "./cost-lines.tsx";
import { REASON_TEXTS, STAGE_HEADS, STAGE_NAMES, STAGE_NEXT } from "./stage-texts.ts";
import { stepsOf } from "./withdrawal-steps.ts";
import styles from "./withdrawals.module.css";
import { useCancelWithdrawal } from "./withdrawals.mutations.ts";

function Steps({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useLingui();
  return (
    <ol className="mt-3.5">
      {stepsOf(withdrawal).map(({ stage, standing, at }) => (
        <li
          // The stage alone is not unique: an appealed withdrawal is reviewed twice and may be
          // rejected twice.
          key={`${stage} ${at}`}
          className={`${styles.step} ${styles[standing]}`}
          aria-current={standing === "now" ? "step" : undefined}
        >
          <span aria-hidden="true" className={styles.tile} />
          <span className={styles.name}>{t(STAGE_NAMES[stage])}</span>
          <span className="text-small text-ink-3">{at !== null && <DateText at={at} />}</span>
        </li>
      ))}
    </ol>
  );
}

function Confirmations({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useLingui();
  const { confirmations, confirmationsRequired } = withdrawal;
  return (
    <div className="mt-3.5">
      <TileMeter
        steady
        label={t`Confirmations`}
        share={confirmations / confirmationsRequired}
        tiles={confirmationsRequired}
      />
      <p className="mt-2.5 text-small font-medium">
        <Trans>
          {confirmations} of {confirmationsRequired} confirmations
        </Trans>
      </p>
    </div>
  );
}

interface WithdrawalViewProps {
  readonly withdrawal: Withdrawal;
  /** When the server's response arrived, in milliseconds on the user's clock. */
  readonly toldAtMs: number;
}

function Head({ withdrawal, toldAtMs }: WithdrawalViewProps) {
  const { t } = useLingui();
  const { stage, status, cancelSecondsLeft, reviewReasons } = withdrawal;
  const endsAtMs = toldAtMs + cancelSecondsLeft * 1_000;
  const left = useCountdown(stage === "cooling" ? endsAtMs : null);
  return (
    <Panel>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="status">
          <h2 className="text-button font-semibold">{t(STAGE_HEADS[stage])}</h2>
        </div>
        <StatusChip status={status} />
      </div>
      <p className="mt-2 text-ink-2">{t(STAGE_NEXT[stage])}</p>
      {left > 0 && (
        <p className="mt-2 font-medium">
          <Trans>
            Sent in <Countdown until={new Date(endsAtMs).toISOString()} /> at the earliest
          </Trans>
        </p>
      )}
      {stage === "review" && (
        <ul className="mt-2 list-disc space-y-2 pl-5 text-left text-ink-2">
          {reviewReasons.map((reason) => (
            <li key={reason}>{t(REASON_TEXTS[reason])}</li>
          ))}
        </ul>
      )}
      {stage === "confirming" && <Confirmations withdrawal={withdrawal} />}
      <Steps withdrawal={withdrawal} />
    </Panel>
  );
}

function Facts({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useLingui();
  const { address, addressLabel, network, transactionHash, currency, amount } = withdrawal;
  return (
    <Panel>
      <p data-fit-room className="text-amount">
        <Money amount={`-${amount}`} currency={currency} fit />
      </p>
      <p className="mt-2 text-small text-ink-3">
        {addressLabel} · {network}
      </p>
      <AddressGroups address={address} />
      <div className="mt-3 border-t border-line pt-1">
        <CostLines costs={withdrawal} feeBasisPoints={withdrawal.feeBasisPoints} />
      </div>
      {transactionHash !== null && (
        <dl>
          <KeyValue label={<Trans>Transaction</Trans>} ruled>
            <span className="-my-1 flex items-center font-medium">
              {transactionHash.slice(0, 6)}…{transactionHash.slice(-6)}
              <CopyButton
                label={t`Copy transaction`}
                copiedText={t`Transaction copied`}
                text={() => transactionHash}
              />
            </span>
          </KeyValue>
        </dl>
      )}
    </Panel>
  );
}

/** Renders a link to the review, which shows its decision, reason and appeal. */
function ReviewLink({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { stage, reviewId } = withdrawal;
  if (reviewId === null || (stage !== "review" && stage !== "rejected")) {
    return null;
  }
  return (
    <Link
      to="/pending-reviews"
      search={{ open: reviewId }}
      className={buttonClass({ kind: stage === "rejected" ? "primary" : "fill", block: true })}
    >
      {stage === "rejected" ? <Trans>See why and appeal</Trans> : <Trans>See the review</Trans>}
    </Link>
  );
}

function CancelWithdrawal({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useLingui();
  const { total, currency } = withdrawal;
  return (
    <CancelAction
      id={withdrawal.id}
      mutation={useCancelWithdrawal()}
      label={t`Cancel withdrawal`}
      question={<Trans>Cancel this withdrawal?</Trans>}
      done={t`Withdrawal canceled`}
    >
      <Trans>
        Nothing is sent, and <Money amount={total} currency={currency} /> returns to your account
        immediately.
      </Trans>
    </CancelAction>
  );
}

/** Renders one withdrawal: its status, what happens next, its costs, and how to cancel it. */
export function WithdrawalView({ withdrawal, toldAtMs }: WithdrawalViewProps) {
  const isOver = withdrawal.endedAt !== null;
  return (
    <div className={styles.page}>
      <div className="flex flex-col gap-2.5">
        <Head withdrawal={withdrawal} toldAtMs={toldAtMs} />
        {withdrawal.status === "failed" && (
          <Note tone="caution">
            <Trans>You can request it again. If it fails again, contact support.</Trans>
          </Note>
        )}
        <ReviewLink withdrawal={withdrawal} />
        {withdrawal.canCancel && <CancelWithdrawal withdrawal={withdrawal} />}
      </div>
      <div className="flex flex-col gap-2.5">
        <Facts withdrawal={withdrawal} />
        <Offered what="withdrawals">
          <Link
            to="/wallet/withdraw"
            search={{}}
            className={buttonClass({
              kind: isOver && withdrawal.stage !== "rejected" ? "primary" : "text",
              block: true,
            })}
          >
            <Trans>New withdrawal</Trans>
          </Link>
        </Offered>
        <Link
          to="/customer-service"
          search={{ about: `withdrawal:${withdrawal.id}` }}
          className={buttonClass({ kind: "text", block: true })}
        >
          <Trans>Ask about this</Trans>
        </Link>
      </div>
    </div>
  );
}
