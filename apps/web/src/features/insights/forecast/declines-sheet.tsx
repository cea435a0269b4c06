import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { DeclineBudget, DeclineGroup } from "@tessera/contract/insights/forecast.schemas";
import {
  DECLINE_SHARE_BASIS_POINTS,
  DECLINE_SHARE_PAYMENTS_MIN,
} from "@tessera/contract/insights/forecast-figures";
import { useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { TileRow } from "../../../ui/chart/tile-row.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { Disclosure } from "../../../ui/list/disclosure.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { Entries, EntryLink } from "./entry-link.tsx";
import { declineBudgetQuery } from "./outlook.queries.ts";

interface DeclinesSheetProps {
  readonly card: Card;
  readonly open: boolean;
  readonly onClose: () => void;
}

interface BudgetProps {
  readonly card: Card;
  readonly budget: DeclineBudget;
}

const GROUPS: Readonly<Record<DeclineGroup, MessageDescriptor>> = {
  balance: msg`Not enough balance`,
  limits: msg`Over a limit`,
  rules: msg`Blocked by a rule`,
  card: msg`Card frozen, expired or closed`,
  details: msg`Wrong card details`,
  other: msg({ message: "Other", context: "decline reason" }),
};

/** Renders the cost of the next decline according to the fee schedule. */
function Cost({ budget }: { readonly budget: DeclineBudget }) {
  const { nextFee, freeLeft, currency } = budget;
  const fee = formatMoney(nextFee, currency);
  if (freeLeft !== null) {
    return (
      <Plural
        value={freeLeft}
        one="# more declined payment is free this month."
        other="# more declined payments are free this month."
      />
    );
  }
  return /[1-9]/.test(nextFee) ? (
    <Trans>The next declined payment costs {fee}.</Trans>
  ) : (
    <Trans>Declined payments are free, no matter how many.</Trans>
  );
}

/** Renders the share of declines relative to the published thresholds. */
function Share({ budget }: { readonly budget: DeclineBudget }) {
  const { level, next } = budget.share;
  const watch = formatBasisPoints(DECLINE_SHARE_BASIS_POINTS.watch);
  const high = formatBasisPoints(DECLINE_SHARE_BASIS_POINTS.high);
  const threshold = next === null ? high : formatBasisPoints(next.basisPoints);
  return (
    <Note tone={level === "high" || level === "watch" ? "caution" : "plain"} className="mt-3">
      <p>
        {level === "unrated" && (
          <Trans>
            Rated once there are {DECLINE_SHARE_PAYMENTS_MIN} payments in a month: a decline ratio
            of {watch} or more lowers the card’s risk score.
          </Trans>
        )}
        {level === "calm" && (
          <Trans>A decline ratio of {watch} or more lowers the card’s risk score.</Trans>
        )}
        {level === "watch" && (
          <Trans>
            If {watch} or more are declined, the card’s risk score falls; at {high}, it falls
            further.
          </Trans>
        )}
        {level === "high" && (
          <Trans>If {high} or more are declined, the card’s risk score drops the most.</Trans>
        )}
      </p>
      {next !== null && level !== "unrated" && (
        <p>
          <Plural
            value={next.declines}
            one={`# more decline in a row would reach ${threshold}.`}
            other={`# more declines in a row would reach ${threshold}.`}
          />
        </p>
      )}
    </Note>
  );
}

function Group({
  card,
  budget,
  group,
  count,
}: BudgetProps & { readonly group: DeclineGroup; readonly count: number }) {
  const { t } = useLingui();
  const entries = budget.entries.filter((entry) => entry.group === group);
  const more = count - entries.length;
  return (
    <Disclosure title={t(GROUPS[group])} meta={<CountTiles count={count} />} value={count}>
      <Entries>
        {entries.map((entry) => (
          <EntryLink
            key={entry.movementId}
            {...entry}
            quiet
            cardId={card.id}
            currency={card.currency}
            meta={
              <>
                <DateText at={entry.at} />
                {entry.declineMessage !== undefined && (
                  <span className="block">{entry.declineMessage}</span>
                )}
              </>
            }
          />
        ))}
        {more > 0 && (
          <p className="border-line py-2 text-small text-ink-3 not-first:border-t">
            <Plural value={more} one="and # more payment" other="and # more payments" />
          </p>
        )}
      </Entries>
    </Disclosure>
  );
}

/** Renders a count as a row of tiles, one tile per item until the row is full. */
function CountTiles({ count }: { readonly count: number }) {
  const colorOf = (place: number) => (place < count ? "var(--negative)" : undefined);
  return (
    <span className="block py-1.5">
      <TileRow tiles={13} width={24} height={8} colorOf={colorOf} />
    </span>
  );
}

function Declines({ card, budget }: BudgetProps) {
  const { declined, payments, groups, share } = budget;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 pb-1">
        <span className="text-amount">{declined}</span>
        <span className="text-small text-ink-3">
          <Trans>
            of <Plural value={payments} one="# payment" other="# payments" /> since{" "}
            <DateText at={budget.startsAt} format="day" />
          </Trans>
          {share.basisPoints !== null && ` · ${formatBasisPoints(share.basisPoints)}`}
        </span>
      </p>
      <p className="mb-2 text-ink-2">
        <Cost budget={budget} />
      </p>
      {declined === 0 ? (
        <EmptyState>
          <Trans>No payment was declined this month.</Trans>
        </EmptyState>
      ) : (
        groups.map((one) => <Group key={one.group} card={card} budget={budget} {...one} />)
      )}
      <Share budget={budget} />
      <p className="mt-2 text-small text-ink-3">
        <Trans>
          The count restarts <DateText at={budget.resetsAt} format="day" />.
        </Trans>
      </p>
      {declined > 0 && (
        <Link
          to="/transactions"
          search={{ cardId: card.id, status: "declined" }}
          className={`${textLinkClass} text-small`}
        >
          <Trans>All declined payments</Trans>
        </Link>
      )}
    </>
  );
}

/** Renders a card's declines this month, their reasons and the cost of the next decline. */
export function DeclinesSheet({ card, open, onClose }: DeclinesSheetProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery(declineBudgetQuery(card.id, locale));
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Declined this month`}
      subtitle={cardName(card, locale)}
      lead={<CardThumb cardId={card.id} type={card.type} />}
    >
      {data !== undefined && <Declines card={card} budget={data} />}
      {data === undefined && isError && (
        <ErrorPanel
          aboutMoney
          message={t`Couldn’t load declined payments`}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && <SkeletonRows count={3} />}
    </Sheet>
  );
}
