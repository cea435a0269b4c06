import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FIGURES_REFRESH_SECONDS } from "@tessera/contract/constants";
import type { Asset } from "@tessera/contract/money-movement/wallet.schemas";
import { Download } from "lucide-react";
import { useState } from "react";
import { MissingCards } from "../../../features/cards/my-cards/list/missing-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { movementStatusText } from "../../../features/insights/bills/movement-status-labels.ts";
import { MOVEMENT_KIND_LABELS } from "../../../features/insights/bills/movement-title.ts";
import { HoldingsFigure } from "../../../features/insights/spending/lazy-figures.tsx";
import { AssetRow } from "../../../features/money-movement/wallet/asset-row.tsx";
import { CurrencyChoice } from "../../../features/money-movement/wallet/currency-choice.tsx";
import { useDisplayCurrency } from "../../../features/money-movement/wallet/display-currency.ts";
import type { MovementWords } from "../../../features/money-movement/wallet/export/export-tables.ts";
import type { AssetTab } from "../../../features/money-movement/wallet/export/use-export.ts";
import { assetsQuery } from "../../../features/money-movement/wallet/wallet.queries.ts";
import { useEveryPage } from "../../../lib/api/use-every-page.ts";
import { useLocale } from "../../../lib/locale.ts";
import { changeSearch } from "../../../lib/navigation/search-state.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { IconButton } from "../../../ui/form/icon-button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { DateText } from "../../../ui/text/date-text.tsx";

const FIGURES_MINUTES = FIGURES_REFRESH_SECONDS / 60;

const ExportSheet = lazySheet(async () => {
  return (await import("../../../features/money-movement/wallet/export/export-sheet.tsx"))
    .ExportSheet;
});

function asTab(text: string | undefined): AssetTab {
  return text === "wallet" || text === "card" ? text : "all";
}

function AssetList({ assets }: { readonly assets: readonly Asset[] }) {
  const currency = useDisplayCurrency();
  const locale = useLocale();
  const { data: cards } = useEveryCard();
  const [first] = assets;
  if (first === undefined) {
    return (
      <EmptyState>
        <Trans>There is nothing here yet.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="flex flex-wrap gap-x-1.5 pt-3 pb-1 text-small text-ink-3">
        <span>
          <Trans>
            Updated <DateText at={first.updateTime} />
          </Trans>
        </span>
        <span aria-hidden="true">·</span>
        <span>
          <Trans>Figures update every {FIGURES_MINUTES} minutes</Trans>
        </span>
      </p>
      {assets.map((asset) => {
        const card = cards?.find((one) => one.id === asset.id);
        return (
          <AssetRow
            key={asset.id}
            asset={asset}
            currency={currency}
            name={card && `${cardName(card, locale)} ${card.last4}`}
            thumb={card && <CardThumb cardId={card.id} type={card.type} />}
          />
        );
      })}
    </>
  );
}

const PARTS = { all: "total", wallet: "account", card: "cards" } as const;

/** Returns the texts that bills use, for an exported file that is read outside the console. */
function useMovementWords(): MovementWords {
  const { t } = useLingui();
  const locale = useLocale();
  const { data: cards } = useEveryCard();
  const names = new Map(cards?.map((card) => [card.id, `${cardName(card, locale)} ${card.last4}`]));
  return {
    kindOf: ({ kind }) => t(MOVEMENT_KIND_LABELS[kind]),
    statusOf: (movement) => t(movementStatusText(movement)),
    cardOf: ({ cardId }) => (cardId === undefined ? "" : (names.get(cardId) ?? cardId)),
  };
}

/** Renders the customer's assets with their values in one currency. */
export function AssetDetailScreen() {
  const { t } = useLingui();
  const tab = asTab(useSearch({ from: "/wallet/asset-detail" }).tab);
  const navigate = useNavigate({ from: "/wallet/asset-detail" });
  const currency = useDisplayCurrency();
  const pages = useInfiniteQuery(assetsQuery(currency));
  const { isPending, isError, refetch } = pages;
  useEveryPage(pages);
  const data = pages.data?.pages.flatMap((page) => page.data);
  const shown = data?.filter((asset) => tab === "all" || asset.type === tab);
  const movementWords = useMovementWords();
  const { pages: cardPages } = useEveryCard();
  const [exporting, setExporting] = useState<boolean>();
  return (
    <>
      <TopBar title={<Trans>Asset detail</Trans>} backTo={{ to: "/wallet" }}>
        <IconButton
          label={t`Export`}
          aria-haspopup="dialog"
          onClick={() => setExporting(true)}
          disabled={shown === undefined || pages.hasNextPage || cardPages.hasNextPage}
          className="disabled:text-ink-3"
        >
          <Download aria-hidden="true" size={22} strokeWidth={1.75} />
        </IconButton>
      </TopBar>
      <main className="px-(--gutter) lg:max-w-[720px]">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="text-small text-ink-3">
            <Trans>Converted to</Trans>
          </span>
          <CurrencyChoice />
        </div>
        <MissingCards />
        <Tabs
          label={t`Asset type`}
          tabs={[
            { value: "all", label: t({ message: "All", context: "every asset" }) },
            { value: "wallet", label: t`Wallet` },
            { value: "card", label: t`Card` },
          ]}
          value={tab}
          onChange={(next) =>
            void navigate({
              search: (old) => changeSearch(old, { tab: next === "all" ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
        >
          {isPending && <SkeletonRows />}
          {isError && data === undefined && (
            <div className="pt-4">
              <ErrorPanel
                aboutMoney
                message={t`Couldn’t load your assets`}
                onRetry={() => void refetch()}
              />
            </div>
          )}
          {shown !== undefined && <AssetList assets={shown} />}
          <div className="mt-5">
            <HoldingsFigure currency={currency} part={PARTS[tab]} />
          </div>
        </Tabs>
      </main>
      {exporting !== undefined && shown !== undefined && (
        <ExportSheet
          open={exporting}
          onClose={() => setExporting(false)}
          tab={tab}
          assets={shown}
          movementWords={movementWords}
        />
      )}
    </>
  );
}
