import { Trans, useLingui } from "@lingui/react/macro";
import type {
  Withdrawal,
  WithdrawalQuote,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { Note } from "../../../ui/layout/panel.tsx";
import { ProofSheet } from "../../../ui/proof/proof-sheet.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { Money } from "../../../ui/text/money.tsx";
import { RateNote } from "../../../ui/text/rate-note.tsx";
import { AddressGroups, LookalikeNote } from "./address-groups.tsx";
import { CostLines } from "./cost-lines.tsx";
import { useWithdraw } from "./withdrawals.mutations.ts";

interface ConfirmWithdrawalProps {
  readonly quote: WithdrawalQuote;
  readonly label: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: (withdrawal: Withdrawal) => void;
}

/**
 * Renders the final confirmation: all details bound to the step-up token, and the step-up itself.
 */
export function ConfirmWithdrawal(props: ConfirmWithdrawalProps) {
  const { quote, label, open, onClose, onDone } = props;
  const { t } = useLingui();
  const withdraw = useWithdraw();
  const { quoteId, amount, currency, address } = quote;
  return (
    <ProofSheet
      open={open}
      onClose={onClose}
      title={<Trans>Review and confirm</Trans>}
      subject={{ operation: "withdrawal", quoteId, amount, currency, address }}
      confirmLabel={t`Withdraw ${{ amount: formatMoney(amount, currency) }}`}
      onProven={async (proof) => onDone(await withdraw(quoteId, proof))}
    >
      <p className="text-small text-ink-3">
        {label} · {quote.network}
      </p>
      <p data-fit-room className="text-display text-ink">
        <Money amount={amount} currency={currency} quietCents fit />
      </p>
      <AddressGroups address={address} />
      <LookalikeNote
        address={address}
        title={<Trans>You’re withdrawing to</Trans>}
        lookalikes={quote.lookalikes}
      />
      <div className="mt-3 border-t border-line pt-1 text-ink">
        <CostLines costs={quote} feeBasisPoints={quote.feeBasisPoints} />
        <RateNote
          asset={quote.asset}
          currency={quote.currency}
          rate={quote.rate}
          ratedAt={quote.ratedAt}
          source={quote.rateSource}
          spreadBasisPoints={quote.spreadBasisPoints}
        />
      </div>
      {quote.needsReview && (
        <Note tone="info">
          <Trans>We review it before it is sent, usually within four hours.</Trans>
        </Note>
      )}
    </ProofSheet>
  );
}
