import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type {
  AssetSide,
  BookSide,
  CustomerMovement,
  HoldState,
} from "@tessera/contract/back-office/customers.schemas";
import type { ReactNode } from "react";
import { sameCell } from "../../../lib/navigation/cell-links.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { buttonClass } from "../../../ui/form/button.tsx";
import { KeyValue, Note } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";

const SIDES: Readonly<Record<BookSide, MessageDescriptor>> = {
  account: msg`Account`,
  card: msg({ message: "Card", context: "books" }),
  receivable: msg`Owed by the customer`,
  fees: msg({ message: "Fees", context: "books" }),
  network_settlement: msg`Card network`,
  chain_clearing: msg`Chain`,
  bank_clearing: msg`Bank`,
  fx_position: msg`Currency exchange`,
  suspense: msg`Suspense account`,
};

/** The program's accounts for a token. */
const ASSET_ACCOUNTS: Readonly<Record<AssetSide, MessageDescriptor>> = {
  chain_clearing: SIDES.chain_clearing,
  fx_position: SIDES.fx_position,
  fees: SIDES.fees,
  dust: msg`Remainders below a cent`,
};

const STATES: Readonly<Record<HoldState, MessageDescriptor>> = {
  open: msg({ message: "Held", context: "customers" }),
  captured: msg({ message: "Collected", context: "customers" }),
  released: msg({ message: "Released", context: "hold" }),
  expired: msg({ message: "Expired", context: "hold" }),
};

function Part({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="mt-3">
      <h3 className="mb-1 text-small font-medium text-ink-3">{title}</h3>
      {children}
    </section>
  );
}

interface RecordProps {
  readonly movement: CustomerMovement;
}

function Lines({ movement }: RecordProps) {
  const { t } = useLingui();
  return (
    <Part title={<Trans>Ledger entries</Trans>}>
      {movement.lines.length === 0 && (
        <p className="text-ink-2">
          <Trans>No money has moved.</Trans>
        </p>
      )}
      <dl>
        {movement.lines.map(({ from, to, amount, currency, at }, index) => (
          <KeyValue
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
            key={index}
            label={`${t(SIDES[from])} → ${t(SIDES[to])}`}
          >
            <Money amount={amount} currency={currency} />
            <span className="block text-small font-normal text-ink-3">
              <DateText at={at} />
            </span>
          </KeyValue>
        ))}
      </dl>
    </Part>
  );
}

/** Shows what a deposit or withdrawal moved on a chain, which is a movement of the program. */
function AssetLines({ moved }: { readonly moved: CustomerMovement["assets"][number] }) {
  const { t } = useLingui();
  const { asset, network, at, lines } = moved;
  return (
    <Part title={t`${asset} on ${network}`}>
      <dl>
        {lines.map(({ from, to, amount }, index) => (
          <KeyValue
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
            key={index}
            label={`${t(ASSET_ACCOUNTS[from])} → ${t(ASSET_ACCOUNTS[to])}`}
          >
            <Money amount={amount} currency={asset} />
            <span className="block text-small font-normal text-ink-3">
              <DateText at={at} />
            </span>
          </KeyValue>
        ))}
      </dl>
    </Part>
  );
}

function Holds({ movement }: RecordProps) {
  const { t } = useLingui();
  const isSome = (amount: string) => /[1-9]/.test(amount);
  return (
    <Part title={<Trans>Amount held</Trans>}>
      {movement.holds.map(({ state, amount, captured, remaining, currency, expiresAt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a hold is identified by its position
        <dl key={index}>
          <KeyValue label={t(STATES[state])}>
            <Money amount={amount} currency={currency} />
          </KeyValue>
          {isSome(captured) && captured !== amount && (
            <KeyValue label={<Trans>Collected so far</Trans>}>
              <Money amount={captured} currency={currency} />
            </KeyValue>
          )}
          {isSome(remaining) && (
            <>
              <KeyValue label={<Trans>Still held</Trans>}>
                <Money amount={remaining} currency={currency} />
              </KeyValue>
              <KeyValue label={<Trans context="customers">Until</Trans>}>
                <DateText at={expiresAt} />
              </KeyValue>
            </>
          )}
        </dl>
      ))}
    </Part>
  );
}

/** Explains why a payment was stopped and names the customer's rules, if any, that stopped it. */
export function MovementStop({ movement }: RecordProps) {
  const { declineMessage, stoppedBy } = movement;
  const rules = stoppedBy.map(({ name }) => name).join(", ");
  return declineMessage === undefined ? null : (
    <Note tone="negative">
      <p>{declineMessage}</p>
      {rules !== "" && (
        <p className="mt-1.5">
          <Trans>Stopped by the customer’s rule: {rules}</Trans>
        </p>
      )}
    </Note>
  );
}

/** Links to the movement's review if the operator's role may open it. */
function ReviewLink({ movement }: RecordProps) {
  const { menus } = useSession();
  const { reviewId } = movement;
  const mayOpen = menus.some(({ key }) => key === "operator-reviews");
  return reviewId === undefined || !mayOpen ? null : (
    <Link
      to="/system/reviews"
      search={(old) => ({ open: reviewId, ...sameCell(old) })}
      className={buttonClass({ kind: "fill", block: true, className: "mt-2.5" })}
    >
      <Trans>See the review</Trans>
    </Link>
  );
}

function Ids({ movement }: RecordProps) {
  const { id, withdrawalId, accountExchange, assets, reviewId } = movement;
  const ids = [
    { label: <Trans>Movement</Trans>, value: id },
    { label: <Trans>Withdrawal</Trans>, value: withdrawalId },
    { label: <Trans>Exchange</Trans>, value: accountExchange?.exchangeId },
    { label: <Trans context="customers">Review</Trans>, value: reviewId },
    ...assets.map(({ asset, movementId }) => ({
      label: <Trans>Movement of {asset}</Trans>,
      value: movementId,
    })),
  ];
  return (
    <Part title={<Trans>Related IDs</Trans>}>
      <dl>
        {ids.map(
          ({ label, value }) =>
            value !== undefined && (
              <KeyValue key={value} label={label}>
                <span className="text-small break-all">{value}</span>
              </KeyValue>
            ),
        )}
      </dl>
    </Part>
  );
}

/** Shows operators the ledger's record of a movement, read-only. */
export function MovementRecord({ movement }: RecordProps) {
  return (
    <>
      <Lines movement={movement} />
      {movement.assets.map((moved) => (
        <AssetLines key={moved.movementId} moved={moved} />
      ))}
      {movement.holds.length > 0 && <Holds movement={movement} />}
      <Ids movement={movement} />
      <ReviewLink movement={movement} />
    </>
  );
}
