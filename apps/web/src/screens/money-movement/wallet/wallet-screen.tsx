import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, ChartPie, History } from "lucide-react";
import { LimitUse } from "../../../features/cards/my-cards/limits/limit-use.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { HoldingsFigure } from "../../../features/insights/spending/lazy-figures.tsx";
import { useDisplayCurrency } from "../../../features/money-movement/wallet/display-currency.ts";
import {
  walletHistoryQuery,
  walletQuery,
} from "../../../features/money-movement/wallet/wallet.queries.ts";
import { WalletTotal } from "../../../features/money-movement/wallet/wallet-total.tsx";
import { loadTexts } from "../../../i18n/catalog.ts";
import { useOffers } from "../../../lib/api/offering.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { buttonClass } from "../../../ui/form/button.tsx";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { RecentHistory } from "./recent-history.tsx";

const StoppedNote = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../../../features/money-movement/payouts/stopped-note.tsx"),
    loadTexts("withdrawals"),
  ]);
  return part.StoppedNote;
}, null);

const MAX_THUMBS = 6;
/** Buttons fill their line, and a last one alone fills its own. */
const GROWING = "flex-[1_1_6rem]";
const HEADER_LINK =
  "flex min-h-11 items-center gap-1.5 rounded-small px-3 text-small font-medium text-ink transition-colors duration-120 hover:bg-fill active:bg-fill-press";

function CardThumbs() {
  const { data, pages } = useEveryCard();
  const cards = data?.filter((card) => card.status !== "closed") ?? [];
  const more = cards.length - MAX_THUMBS;
  return (
    <div className="mt-1.5 flex min-h-[18px] items-center gap-1">
      {cards.slice(0, MAX_THUMBS).map((card) => (
        <CardThumb key={card.id} cardId={card.id} type={card.type} size="xs" />
      ))}
      {more > 0 && !pages.hasNextPage && <span className="text-micro text-ink-3">+{more}</span>}
    </div>
  );
}

function TotalSkeleton() {
  return (
    <Loading>
      <Skeleton className="mt-1 ml-auto h-11 w-[186px] rounded-small" />
      <Skeleton className="mt-2.5 h-10 w-60" />
      <Skeleton className="mt-4 h-3 w-72" />
      <Skeleton className="mt-5 h-2.5 w-full" />
      <Skeleton className="mt-5 h-10 w-full" />
      <Skeleton className="mt-5 h-10 w-full" />
    </Loading>
  );
}

function Total() {
  const { t } = useLingui();
  const currency = useDisplayCurrency();
  const { data, isPending, isError, refetch } = useQuery(walletQuery(currency));
  if (isPending) {
    return <TotalSkeleton />;
  }
  return isError && data === undefined ? (
    <ErrorPanel aboutMoney message={t`Couldn’t load your wallet`} onRetry={() => void refetch()} />
  ) : (
    <WalletTotal wallet={data} thumbs={<CardThumbs />} />
  );
}

function MoveMoney() {
  const byChain = useOffers("deposits");
  const byBank = useOffers("bankTransfers");
  const deposits = byChain || byBank;
  const withdrawals = useOffers("withdrawals");
  const exchanges = useOffers("rates");
  if (!deposits && !withdrawals && !exchanges) {
    return (
      <p className="mt-2.5 text-small text-ink-3">
        <Trans>Deposits and withdrawals aren’t available.</Trans>
      </p>
    );
  }
  return (
    <div className="mt-2.5 flex flex-wrap gap-2.5">
      {deposits && (
        <Link to="/wallet/deposit" className={buttonClass({ kind: "primary", className: GROWING })}>
          <ArrowDownLeft aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>Deposit</Trans>
        </Link>
      )}
      {withdrawals && (
        <Link to="/wallet/withdraw" className={buttonClass({ kind: "fill", className: GROWING })}>
          <ArrowUpRight aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>Withdraw</Trans>
        </Link>
      )}
      {exchanges && (
        <Link to="/wallet/exchange" className={buttonClass({ kind: "fill", className: GROWING })}>
          <ArrowLeftRight aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>Exchange</Trans>
        </Link>
      )}
    </div>
  );
}

/** Renders the customer's total balance, its breakdown, and the latest deposits and withdrawals. */
export function WalletScreen() {
  const currency = useDisplayCurrency();
  const history = useInfiniteQuery(walletHistoryQuery());
  return (
    <>
      <header className="flex min-h-14 flex-wrap items-center pr-2 pl-5 lg:px-0">
        <h1 className="flex-[1_1_4rem] text-h2">
          <Trans>Wallet</Trans>
        </h1>
        <Link to="/wallet/asset-detail" className={HEADER_LINK}>
          <ChartPie aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>Asset detail</Trans>
        </Link>
        <Link to="/wallet/transaction-history" className={HEADER_LINK}>
          <History aria-hidden="true" size={20} strokeWidth={1.75} />
          <Trans>History</Trans>
        </Link>
      </header>
      <main className="px-(--gutter) lg:grid lg:grid-cols-[minmax(0,1fr)_348px] lg:items-start lg:gap-10">
        <div>
          <StoppedNote />
          <Total />
          <MoveMoney />
          <div className="mt-4">
            <HoldingsFigure currency={currency} />
          </div>
          <LimitUse />
        </div>
        <section className="mt-4 lg:mt-0">
          <SectionHead title={<Trans>History</Trans>}>
            <Link to="/wallet/transaction-history" className={`${textLinkClass} text-small`}>
              <Trans>View all</Trans>
            </Link>
          </SectionHead>
          <RecentHistory history={history} />
        </section>
      </main>
    </>
  );
}
