import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Asset } from "@tessera/contract/wallet/wallet.schemas";
import { Download } from "lucide-react";
import { cardsQuery } from "../../features/cards/cards.queries.ts";
import { AssetRow } from "../../features/wallet/asset-row.tsx";
import { assetsCsv } from "../../features/wallet/assets-csv.ts";
import { downloadText } from "../../features/wallet/csv.ts";
import { CurrencyChoice } from "../../features/wallet/currency-choice.tsx";
import { useDisplayCurrency } from "../../features/wallet/display-currency.ts";
import { assetsQuery } from "../../features/wallet/wallet.queries.ts";
import { useLocale } from "../../lib/locale.ts";
import { changeSearch } from "../../lib/search-state.ts";
import { CardThumb } from "../../ui/card-thumb.tsx";
import { DateText } from "../../ui/date-text.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { cardName } from "../../ui/mosaic/card-name.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { TopBar } from "../../ui/top-bar.tsx";

type AssetTab = "all" | "wallet" | "card";

function asTab(text: string | undefined): AssetTab {
  return text === "wallet" || text === "card" ? text : "all";
}

function AssetList({ assets }: { readonly assets: readonly Asset[] }) {
  const currency = useDisplayCurrency();
  const locale = useLocale();
  const { data: cards } = useQuery(cardsQuery);
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
          <Trans>Figures update every 5 minutes</Trans>
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

function useExport(assets: readonly Asset[] | undefined) {
  const { t } = useLingui();
  const currency = useDisplayCurrency();
  return () => {
    if (assets === undefined) {
      return;
    }
    const columns = {
      name: t`Name`,
      type: t`Type`,
      currency: t`Currency`,
      amount: t`Amount`,
      converted: t`Converted amount`,
      convertedCurrency: t`Converted currency`,
      updated: t`Updated at`,
    };
    const day = new Date().toISOString().slice(0, 10);
    const text = assetsCsv(assets, currency, columns);
    downloadText(`tessera-assets-${day}.csv`, "text/csv;charset=utf-8", text);
    showToast({ tone: "success", text: t`CSV file saved` });
  };
}

/** Everything the customer holds, one by one, with what it is worth in one currency. */
export function AssetDetailScreen() {
  const { t } = useLingui();
  const tab = asTab(useSearch({ from: "/wallet/asset-detail" }).tab);
  const navigate = useNavigate({ from: "/wallet/asset-detail" });
  const currency = useDisplayCurrency();
  const { data, isPending, isError, refetch } = useQuery(assetsQuery(currency));
  const shown = data?.filter((asset) => tab === "all" || asset.type === tab);
  const exportShown = useExport(shown);
  return (
    <>
      <TopBar title={<Trans>Asset detail</Trans>} backTo={{ to: "/wallet" }}>
        <IconButton
          label={t`Export as CSV`}
          onClick={exportShown}
          disabled={shown === undefined || shown.length === 0}
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
        <Tabs
          label={t`Kind of asset`}
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
                message={t`Failed to load your assets`}
                onRetry={() => void refetch()}
              />
            </div>
          )}
          {shown !== undefined && <AssetList assets={shown} />}
        </Tabs>
      </main>
    </>
  );
}
