import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import type {
  ClosingKind,
  ErasureObstacle,
  NamedAmount,
  OperatorClosing,
} from "@tessera/contract/identity/account-closing.schemas";
import { useLocale } from "../../../lib/locale.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { Money } from "../../../ui/text/money.tsx";

const WAITS: Readonly<Record<ClosingKind, MessageDescriptor>> = {
  security_hold: msg`the “not me” security hold`,
  blocked_account: msg`an account on hold`,
  debt: msg`a negative balance`,
  frozen_by_operator: msg`a card frozen by Tessera`,
  withdrawable: msg`more money than the customer agreed to leave`,
  card_payment: msg`pending payments`,
  withdrawal: msg`withdrawals`,
  deposit: msg`deposits`,
  application: msg`a card application`,
  review: msg`a review`,
  card: msg`open cards`,
  scheduled_card: msg`open cards`,
  recurring_merchant: msg`open cards`,
  conversation: msg`a conversation`,
};

const MONEY: Readonly<Record<ErasureObstacle, MessageDescriptor>> = {
  balance: msg`a balance or a debt`,
  hold: msg`held money`,
  withdrawal: msg`withdrawals`,
  deposit: msg`deposits`,
  deposit_address: msg`a payment to a deposit address`,
  network_message: msg`a network message without an authorization`,
};

function Amounts({ amounts }: { readonly amounts: readonly NamedAmount[] }) {
  return amounts.map(({ currency, amount }, place) => (
    <span key={currency}>
      {place > 0 && " + "}
      <Money amount={amount} currency={currency} />
    </span>
  ));
}

/** Shows the status of an account closure, which operators cannot cancel. */
export function ClosingPart({
  customer: { balances },
  closing,
}: {
  readonly customer: CustomerProfile;
  readonly closing: OperatorClosing;
}) {
  const { i18n } = useLingui();
  const locale = useLocale();
  const momentOf = (at: string) => formatFullMoment(new Date(at), locale);
  const { askedAt, endsAt, closedAt, named, left, waitsFor, erasureWaitsFor } = closing;
  const [asked, end] = [momentOf(askedAt), momentOf(endsAt)];
  const closed = closedAt === null ? "" : momentOf(closedAt);
  const waits = [...new Set(waitsFor.map((kind) => i18n._(WAITS[kind])))].join(", ");
  const money = erasureWaitsFor.map((kind) => i18n._(MONEY[kind])).join(", ");
  const held = balances
    .filter(({ available }) => /[1-9]/.test(available))
    .map(({ currency, available }) => ({ currency, amount: available }));
  return (
    <Note tone={closing.state === "closed" ? "plain" : "caution"} className="mb-3">
      {closing.state === "cooling" && (
        <Trans>
          The customer asked to close the account on {asked}. The cooling-off period ends on {end},
          and only the customer can cancel this.
        </Trans>
      )}
      {closing.state === "settling" && (
        <Trans>The account has been closing since {end}. Only the customer can cancel this.</Trans>
      )}
      {closing.state === "closed" && <Trans>The customer closed this account on {closed}.</Trans>}
      {waitsFor.length > 0 && (
        <p className="mt-1.5">
          <Trans>Closing is blocked by: {waits}</Trans>
        </p>
      )}
      {closedAt === null && named.length > 0 && (
        <p className="mt-1.5">
          <Trans>
            Amount the customer agreed to leave in the account: <Amounts amounts={named} />
          </Trans>
        </p>
      )}
      {left.length > 0 && (
        <p className="mt-1.5">
          <Trans>
            Remaining when closed: <Amounts amounts={left} />
          </Trans>
        </p>
      )}
      {closedAt !== null && held.length > 0 && (
        <p className="mt-1.5 font-semibold">
          <Trans>
            Total owed to the customer, including money received later: <Amounts amounts={held} />
          </Trans>
        </p>
      )}
      {erasureWaitsFor.length > 0 && (
        <p className="mt-1.5 font-semibold">
          <Trans>
            The retention period is over, but the customer is not erased while money is left:{" "}
            {money}. Pay it out or adjust it.
          </Trans>
        </p>
      )}
    </Note>
  );
}
