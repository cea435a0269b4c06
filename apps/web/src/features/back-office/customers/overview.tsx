import { Trans, useLingui } from "@lingui/react/macro";
import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import { MEMBER_ROLE_NAMES } from "@tessera/contract/identity/member-role-names";
import { useState } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazyPart, lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { KeyValue, Note, Panel } from "../../../ui/layout/panel.tsx";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { Money } from "../../../ui/text/money.tsx";
import styles from "./customers.module.css";
import { usePowers } from "./powers.ts";
import { FactorResetPart, HoldPart } from "./safety.tsx";

const SuspensionSheet = lazySheet(async () => {
  return (await import("./suspension-sheet.tsx")).SuspensionSheet;
});

const ClosingPart = lazyPart(async () => (await import("./closing-part.tsx")).ClosingPart, null);

const LANGUAGES = { en: "English", "zh-CN": "简体中文", "zh-TW": "繁體中文" } as const;

function Balances({ balances }: Pick<CustomerProfile, "balances">) {
  return (
    <div className={styles.balancesPlace}>
      <div className={styles.balances}>
        {balances.map(({ currency, available, held }) => (
          <Panel key={currency}>
            <p className="text-small text-ink-3">{currency}</p>
            <p className={styles.figure}>
              <Money amount={available} currency={currency} />
            </p>
            {/[1-9]/.test(held) && (
              <p className="text-small text-ink-3">
                <Trans>
                  Held: <Money amount={held} currency={currency} />
                </Trans>
              </p>
            )}
          </Panel>
        ))}
      </div>
    </div>
  );
}

/** Shows the number of cards in each status, omitting zeros. */
function CardCounts({ cards }: Pick<CustomerProfile, "cards">) {
  const { t } = useLingui();
  const { active, frozen, closing, closed } = cards;
  const counts = [
    { count: active, text: t`${active} active` },
    { count: frozen, text: t`${frozen} frozen` },
    { count: closing, text: t`${closing} closing` },
    { count: closed, text: t`${closed} closed` },
  ].filter(({ count }) => count > 0);
  return counts.length === 0 ? (
    <Trans context="cards">None</Trans>
  ) : (
    counts.map(({ text }) => text).join(" · ")
  );
}

function Moment({ at }: { readonly at: string }) {
  return formatFullMoment(new Date(at), useLocale());
}

/** Lists a company's members, each with their role. */
function Members({ members }: Pick<CustomerProfile, "members">) {
  const locale = useLocale();
  return members === null ? null : (
    <KeyValue label={<Trans>Members</Trans>}>
      <ul>
        {members.map(({ customerId, username, role }) => (
          <li key={customerId} className="break-all">
            {username} · {MEMBER_ROLE_NAMES[role][locale]}
          </li>
        ))}
      </ul>
    </KeyValue>
  );
}

function Facts({ customer }: { readonly customer: CustomerProfile }) {
  const { id, email, locale, createdAt, lastSignInAt, devices, cards, risk } = customer;
  return (
    <dl className="mt-2">
      <KeyValue label={<Trans>Email</Trans>}>
        <span className="break-all">{email}</span>
      </KeyValue>
      <Members members={customer.members} />
      <KeyValue label={<Trans>Customer since</Trans>}>
        <Moment at={createdAt} />
      </KeyValue>
      <KeyValue label={<Trans>Last sign-in</Trans>}>
        {lastSignInAt === null ? <Trans>Never</Trans> : <Moment at={lastSignInAt} />}
      </KeyValue>
      <KeyValue label={<Trans>Signed-in devices</Trans>}>{devices}</KeyValue>
      <KeyValue label={<Trans>Second factor</Trans>}>
        {customer.secondFactor ? (
          <Trans context="customers">Set up</Trans>
        ) : (
          <Trans context="customers">None</Trans>
        )}
      </KeyValue>
      <KeyValue label={<Trans>Cards</Trans>}>
        <CardCounts cards={cards} />
      </KeyValue>
      <KeyValue label={<Trans>Risk score</Trans>}>
        {risk === undefined ? <Trans>Not enough payments yet</Trans> : risk.score}
      </KeyValue>
      <KeyValue label={<Trans>Language</Trans>}>{LANGUAGES[locale]}</KeyValue>
      <KeyValue label={<Trans>Customer ID</Trans>}>
        <span className="text-small break-all">{id}</span>
      </KeyValue>
    </dl>
  );
}

/** Shows the facts an operator needs first, with a button to suspend the customer. */
export function CustomerOverview({ customer }: { readonly customer: CustomerProfile }) {
  const { t } = useLingui();
  const { mayCare } = usePowers();
  const [opening, setOpening] = useState<{ readonly serial: number; readonly open: boolean }>();
  const isSuspended = customer.suspendedAt !== null;
  return (
    <>
      {customer.suspendedAt !== null && (
        <Note tone="negative" className="mb-3">
          <Trans>
            Suspended since <Moment at={customer.suspendedAt} />. The customer can’t sign in or pay;
            refunds still arrive.
          </Trans>
        </Note>
      )}
      {customer.accountClosing !== null && (
        <ClosingPart customer={customer} closing={customer.accountClosing} />
      )}
      <HoldPart customer={customer} />
      <Balances balances={customer.balances} />
      <Facts customer={customer} />
      <FactorResetPart customer={customer} />
      {mayCare && (
        <Button
          kind={isSuspended ? "fill" : "destructive"}
          block
          className="mt-3"
          aria-haspopup="dialog"
          onClick={() => setOpening((last) => ({ serial: (last?.serial ?? 0) + 1, open: true }))}
        >
          {isSuspended ? t`Restore the account` : t`Suspend the account`}
        </Button>
      )}
      {opening !== undefined && (
        <SuspensionSheet
          key={opening.serial}
          customer={customer}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
        />
      )}
    </>
  );
}
