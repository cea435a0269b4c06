import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { OutlookEntry, SafeToSpend } from "@tessera/contract/insights/forecast.schemas";
import type { ReactNode } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { noonOf } from "../../../lib/time/noon-of.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { Disclosure } from "../../../ui/list/disclosure.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { Money } from "../../../ui/text/money.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { ChargeWhen, PriceRise } from "./charge-words.tsx";
import { Entries, EntryLink } from "./entry-link.tsx";
import { limitLeft } from "./limit-left.ts";
import { safeToSpendQuery } from "./outlook.queries.ts";

interface OutlookSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

interface TermsProps {
  readonly card: Card;
  readonly safe: SafeToSpend;
}

function taken(amount: string): string {
  return /[1-9]/.test(amount) ? `-${amount}` : amount;
}

function Explanation({ children }: { readonly children: ReactNode }) {
  return <p className="mb-2 text-small text-ink-2">{children}</p>;
}

function EntryList({
  card,
  entries,
  count = entries.length,
}: {
  readonly card: Card;
  readonly entries: readonly OutlookEntry[];
  readonly count?: number;
}) {
  if (entries.length === 0) {
    return null;
  }
  const more = count - entries.length;
  return (
    <Entries>
      {entries.map((entry) => (
        <EntryLink
          key={entry.movementId}
          {...entry}
          cardId={card.id}
          currency={card.currency}
          meta={<DateText at={entry.at} />}
        />
      ))}
      {more > 0 && (
        <p className="border-t border-line py-2 text-small text-ink-3">
          <Plural value={more} one="and # more payment" other="and # more payments" />
        </p>
      )}
    </Entries>
  );
}

function BalanceTerm({ card, safe }: TermsProps) {
  const { balance, currency } = safe;
  return (
    <Disclosure
      title={<Trans>On the card</Trans>}
      value={<Money amount={balance.amount} currency={currency} />}
    >
      <Explanation>
        {/[1-9]/.test(balance.owed) ? (
          <Trans>
            The card’s balance minus the {formatMoney(balance.owed, currency)} that it owes. Most
            recent movements:
          </Trans>
        ) : (
          <Trans>Settled. Most recent:</Trans>
        )}
      </Explanation>
      <EntryList card={card} entries={balance.entries} />
      <Link
        to="/transactions"
        search={{ cardId: card.id }}
        className={`${textLinkClass} mt-1 text-small`}
      >
        <Trans>All transactions</Trans>
      </Link>
    </Disclosure>
  );
}

function HeldTerms({ card, safe }: TermsProps) {
  const { holds, reserve, currency } = safe;
  return (
    <>
      <Disclosure
        title={<Trans>Held by pending payments</Trans>}
        value={<Money amount={taken(holds.amount)} currency={currency} />}
      >
        <Explanation>
          {holds.count === 0 ? (
            <Trans>No pending payments.</Trans>
          ) : (
            <Trans>Approved but not settled yet. This money is held for them.</Trans>
          )}
        </Explanation>
        <EntryList card={card} {...holds} />
      </Disclosure>
      <Disclosure
        title={<Trans>May be added at settlement</Trans>}
        value={<Money amount={taken(reserve.amount)} currency={currency} />}
      >
        <Explanation>
          <Trans>
            Restaurants, taxis, hotels and car rentals may settle for more than the amount held, for
            example for a tip or an extra night. So may a merchant that raised the amount when the
            card’s balance was too low.
          </Trans>
        </Explanation>
        <EntryList card={card} {...reserve} />
      </Disclosure>
    </>
  );
}

function ForecastTerm({ card, safe }: TermsProps) {
  const { forecast, currency } = safe;
  return (
    <Disclosure
      title={
        <Trans>
          Expected by <DateText at={noonOf(forecast.until)} format="day" />
        </Trans>
      }
      value={<Money amount={taken(forecast.amount)} currency={currency} />}
    >
      <Explanation>
        {forecast.entries.length === 0 ? (
          <Trans>No recurring charges are due soon on this card.</Trans>
        ) : (
          <Trans>Recurring charges from these merchants are due soon on this card.</Trans>
        )}
      </Explanation>
      {forecast.entries.length > 0 && (
        <Entries>
          {forecast.entries.map(({ charge, on }) => (
            <EntryLink
              key={`${charge.movementId} ${on}`}
              {...charge}
              cardId={card.id}
              currency={currency}
              meta={
                <>
                  <ChargeWhen charge={charge} on={on} />
                  <PriceRise charge={charge} currency={currency} />
                </>
              }
            />
          ))}
        </Entries>
      )}
    </Disclosure>
  );
}

/** Renders other obstacles to a payment, such as a frozen card. */
function OtherObstacles({ card, safe }: TermsProps) {
  const { currency } = safe;
  if (card.status === "frozen") {
    return (
      <Note className="mt-3">
        <Trans>The card is frozen: new payments are declined until you unfreeze it.</Trans>
      </Note>
    );
  }
  const tight = limitLeft(card, safe.safe);
  if (tight === undefined) {
    return null;
  }
  const left = formatMoney(tight.left, currency);
  return (
    <Note className="mt-3">
      {tight.limit === "payment" && <Trans>A single payment can be up to {left}.</Trans>}
      {tight.limit === "day" && <Trans>You have {left} left of today’s limit.</Trans>}
      {tight.limit === "month" && <Trans>You have {left} left of this month’s limit.</Trans>}
    </Note>
  );
}

function Equation({ card, safe }: TermsProps) {
  const { currency, short } = safe;
  const isShort = /[1-9]/.test(short);
  return (
    <>
      <Money amount={safe.safe} currency={currency} className="mb-2 block text-amount" />
      {isShort && (
        <Note tone="caution" className="mb-2">
          <Trans>
            You need {formatMoney(short, currency)} more for upcoming charges. Add funds, or a
            payment may be declined.
          </Trans>
        </Note>
      )}
      <BalanceTerm card={card} safe={safe} />
      <HeldTerms card={card} safe={safe} />
      <ForecastTerm card={card} safe={safe} />
      <div className="flex flex-wrap justify-between gap-x-3 border-t-2 border-line py-3 pr-7.5 font-semibold">
        <span>
          <Trans>Safe to spend</Trans>
        </span>
        <Money amount={safe.safe} currency={currency} className="ml-auto" />
      </div>
      {safe.drawable !== undefined && (
        <Note className="mt-3">
          <Trans>
            Payments above the balance can draw up to {formatMoney(safe.drawable, currency)} on your
            account today.
          </Trans>
        </Note>
      )}
      {safe.keepAliveDrawable !== undefined && (
        <Note className="mt-3">
          <Trans>
            Merchants to keep paid can draw up to {formatMoney(safe.keepAliveDrawable, currency)} on
            your account today under a maximum of their own.
          </Trans>
        </Note>
      )}
      <OtherObstacles card={card} safe={safe} />
    </>
  );
}

/**
 * Renders how much is safe to spend on a card, term by term. Each term expands to show its entries.
 */
export function SafeToSpendSheet({ card, open, onClose }: OutlookSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery(safeToSpendQuery(card.id));
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Safe to spend`}
      subtitle={cardName(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      {data !== undefined && <Equation card={card} safe={data} />}
      {data === undefined && isError && (
        <ErrorPanel
          aboutMoney
          message={t`Couldn’t load your safe-to-spend amount`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && (
        <Loading>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="mt-4 h-56 w-full" />
        </Loading>
      )}
    </Sheet>
  );
}
