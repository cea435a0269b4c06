import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { SafeToSpend } from "@tessera/contract/insights/forecast.schemas";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { noonOf } from "../../../lib/time/noon-of.ts";
import { untilIdle } from "../../../lib/time/until-idle.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";
import { Money } from "../../../ui/text/money.tsx";
import { declineBudgetQuery, likelyChargesQuery, safeToSpendQuery } from "./outlook.queries.ts";

const SafeToSpendSheet = lazySheet(async () => {
  return (await import("./safe-to-spend-sheet.tsx")).SafeToSpendSheet;
});
const HoldsSheet = lazySheet(async () => (await import("./holds-sheet.tsx")).HoldsSheet);
const DeclinesSheet = lazySheet(async () => (await import("./declines-sheet.tsx")).DeclinesSheet);

type SheetName = "safe" | "holds" | "declines";

function hasAmount(amount: string): boolean {
  return /[1-9]/.test(amount);
}

/** Renders a brief explanation of what reduces the amount. */
function Why({ safe }: { readonly safe: SafeToSpend }) {
  const { currency, short, holds, forecast } = safe;
  if (hasAmount(short)) {
    return (
      <span className="font-medium text-caution">
        <Trans>{formatMoney(short, currency)} short of upcoming charges</Trans>
      </span>
    );
  }
  if (hasAmount(forecast.amount)) {
    return (
      <Trans>
        {formatMoney(forecast.amount, currency)} is reserved for charges before{" "}
        <DateText at={noonOf(forecast.until)} format="day" />
      </Trans>
    );
  }
  return holds.count > 0 ? (
    <Trans>after pending payments</Trans>
  ) : (
    <Trans>No upcoming charges on this card.</Trans>
  );
}

const ROW = "flex w-full items-center gap-3 text-left";
const chevron = (
  <ChevronRight
    aria-hidden="true"
    size={20}
    strokeWidth={1.75}
    className="-mr-1 flex-none text-ink-3"
  />
);

function Row({
  title,
  value,
  onOpen,
}: {
  readonly title: ReactNode;
  readonly value: ReactNode;
  readonly onOpen: () => void;
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={`${ROW} min-h-11 border-line py-1.5 text-small not-first:border-t`}
    >
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
        <span className="text-ink-2">{title}</span>
        <span className="ml-auto font-medium">{value}</span>
      </span>
      {chevron}
    </button>
  );
}

function SafeRow({ safe, onOpen }: { readonly safe: SafeToSpend; readonly onOpen: () => void }) {
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className={`${ROW} pb-3`}>
      <span className="min-w-0 flex-1">
        <span className="block text-small text-ink-3">
          <Trans>Safe to spend</Trans>
        </span>
        <Money amount={safe.safe} currency={safe.currency} className="mt-0.5 block text-h2" />
        <span className="block text-small text-ink-2">
          <Why safe={safe} />
        </span>
      </span>
      {chevron}
    </button>
  );
}

function PendingValue({ holds, currency }: Pick<SafeToSpend, "holds" | "currency">) {
  return holds.count === 0 ? (
    <span className="text-ink-3">
      <Trans>None</Trans>
    </span>
  ) : (
    <>
      {holds.count} · <Money amount={holds.amount} currency={currency} />
    </>
  );
}

function DeclinesValue({ card }: { readonly card: Card }) {
  const { data } = useQuery(declineBudgetQuery(card.id, useLocale()));
  if (data === undefined) {
    return null;
  }
  const { declined, payments } = data;
  if (payments === 0) {
    return (
      <span className="text-ink-3">
        <Trans>None</Trans>
      </span>
    );
  }
  return (
    <Trans>
      {declined} of <Plural value={payments} one="# payment" other="# payments" />
    </Trans>
  );
}

/**
 * Loads the likely charges before the freeze dialog opens, so that the open dialog keeps its size.
 */
function useReadAhead(cardId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    let current = true;
    void untilIdle().then(async () => {
      if (current) {
        await queries.prefetchQuery(likelyChargesQuery(cardId));
      }
    });
    return () => {
      current = false;
    };
  }, [queries, cardId]);
}

/** Returns true if the card will never make another payment and so needs no money. */
function paysNoMore({ status, used }: Card): boolean {
  return used || status === "closing" || status === "closed";
}

/** Renders the forecast for a card: what is safe to spend, pending payments and declines. */
export function OutlookPanel({ card }: { readonly card: Card }) {
  const { t } = useLingui();
  const { data: safe, isError, refetch } = useQuery(safeToSpendQuery(card.id));
  const [opened, setOpened] = useState<{ readonly name: SheetName; readonly open: boolean }>();
  useReadAhead(card.id);
  if (safe === undefined) {
    return isError ? (
      <ErrorPanel
        aboutMoney
        message={t`Couldn’t load your safe-to-spend amount`}
        onRetry={() => void refetch()}
      />
    ) : (
      <Loading>
        <Skeleton className="h-49 rounded-panel" />
      </Loading>
    );
  }
  const show = (name: SheetName) => () => setOpened({ name, open: true });
  const close = () => setOpened((before) => before && { ...before, open: false });
  const sheet = { card, open: opened?.open === true, onClose: close };
  return (
    <>
      <Panel>
        <div className="-mb-2">
          {!paysNoMore(card) && <SafeRow safe={safe} onOpen={show("safe")} />}
          <Row
            title={<Trans>Pending payments</Trans>}
            value={<PendingValue {...safe} />}
            onOpen={show("holds")}
          />
          <Row
            title={<Trans>Declined this month</Trans>}
            value={<DeclinesValue card={card} />}
            onOpen={show("declines")}
          />
        </div>
      </Panel>
      {opened?.name === "safe" && <SafeToSpendSheet {...sheet} />}
      {opened?.name === "holds" && <HoldsSheet {...sheet} />}
      {opened?.name === "declines" && <DeclinesSheet {...sheet} />}
    </>
  );
}
