import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { CardHolds, OpenHold } from "@tessera/contract/insights/forecast.schemas";
import { LATE_CLEARING_DAYS } from "@tessera/contract/insights/forecast-figures";
import { useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { Disclosure } from "../../../ui/list/disclosure.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { Money } from "../../../ui/text/money.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { Entries, EntryLink } from "./entry-link.tsx";
import { HoldTimeline } from "./hold-timeline.tsx";
import { cardHoldsQuery } from "./outlook.queries.ts";

interface HoldsSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;

/** Renders how long the hold lasts and why. */
function ReleaseReason({ hold }: { readonly hold: OpenHold }) {
  const days = Math.round((Date.parse(hold.releaseBy) - Date.parse(hold.at)) / DAY_MS);
  switch (hold.reason) {
    case "long_stay":
      return (
        <Trans>
          Hotels, cruises and car rentals hold for up to{" "}
          <Plural value={days} one="# day" other="# days" />, as they settle on departure.
        </Trans>
      );
    case "fuel_pump":
      return (
        <Trans>
          A gas pump holds an amount for up to <Plural value={days} one="# day" other="# days" />,
          and settles for the amount you pumped.
        </Trans>
      );
    default:
      return (
        <Trans>
          A payment of this type can be held for up to{" "}
          <Plural value={days} one="# day" other="# days" />.
        </Trans>
      );
  }
}

function Hold({ card, hold }: { readonly card: Card; readonly hold: OpenHold }) {
  const { currency } = card;
  const { reserve, releaseBy, releaseDue } = hold;
  return (
    <Disclosure
      title={hold.title}
      meta={
        releaseDue ? (
          <Trans>Being released now</Trans>
        ) : (
          <Trans>
            Released by <DateText at={releaseBy} />
          </Trans>
        )
      }
      value={<Money amount={hold.amount} currency={currency} />}
    >
      <HoldTimeline steps={hold.timeline} />
      <p className="mt-2 text-small text-ink-2">
        <ReleaseReason hold={hold} />
        {hold.drawn !== undefined && (
          <span className="block">
            <Trans>
              {formatMoney(hold.drawn, currency)} more is held on your account, fee included.
            </Trans>
          </span>
        )}
        {/[1-9]/.test(reserve) && (
          <span className="block">
            <Trans>
              It may settle for {formatMoney(reserve, currency)} more than the amount held.
            </Trans>
          </span>
        )}
      </p>
      <Link
        to="/transactions"
        search={{ cardId: card.id, open: hold.movementId }}
        className={`${textLinkClass} text-small`}
      >
        <Trans>View payment</Trans>
      </Link>
    </Disclosure>
  );
}

function ExpiredHolds({ card, holds }: { readonly card: Card; readonly holds: CardHolds }) {
  if (holds.lapsed.length === 0) {
    return null;
  }
  return (
    <section className="mt-5">
      <h3 className="font-semibold">
        <Trans>Released, but may still be charged</Trans>
      </h3>
      <p className="mt-0.5 mb-2 text-small text-ink-2">
        <Trans>
          These holds expired within the last{" "}
          <Plural value={LATE_CLEARING_DAYS} one="# day" other="# days" />. If a merchant settles
          late, it is still paid.
        </Trans>
      </p>
      <Entries>
        {holds.lapsed.map((hold) => (
          <EntryLink
            key={hold.movementId}
            {...hold}
            cardId={card.id}
            currency={card.currency}
            meta={
              <Trans>
                Released <DateText at={hold.releasedAt} />
              </Trans>
            }
          />
        ))}
      </Entries>
    </section>
  );
}

function Holds({ card, holds }: { readonly card: Card; readonly holds: CardHolds }) {
  return (
    <>
      {holds.count === 0 ? (
        <EmptyState>
          <Trans>No pending payments.</Trans>
        </EmptyState>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2 pb-2">
            <Money amount={holds.total} currency={holds.currency} className="text-amount" />
            <span className="text-small text-ink-3">
              <Plural value={holds.count} one="held for # payment" other="held for # payments" />
            </span>
          </p>
          {holds.data.map((hold) => (
            <Hold key={hold.movementId} card={card} hold={hold} />
          ))}
          <Note className="mt-3">
            <Trans>
              Any amount that hasn’t settled by then returns to the card automatically. A merchant
              that settles later is still paid, even if the card no longer has enough money.
            </Trans>
          </Note>
        </>
      )}
      <ExpiredHolds card={card} holds={holds} />
    </>
  );
}

/** Renders a card's pending payments, with the changes to each hold and its release date. */
export function HoldsSheet({ card, open, onClose }: HoldsSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery(cardHoldsQuery(card.id));
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Pending payments`}
      subtitle={cardName(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      {data !== undefined && <Holds card={card} holds={data} />}
      {data === undefined && isError && (
        <ErrorPanel
          aboutMoney
          message={t`Couldn’t load pending payments`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && <SkeletonRows count={3} />}
    </Sheet>
  );
}
