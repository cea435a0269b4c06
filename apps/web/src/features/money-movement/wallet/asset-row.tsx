import { Trans } from "@lingui/react/macro";
import type { Asset } from "@tessera/contract/money-movement/wallet.schemas";
import { CreditCard, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { ListRow } from "../../../ui/list/list-row.tsx";
import { Money } from "../../../ui/text/money.tsx";

const COLORS = ["d1", "d2", "d3", "d4", "d5"];

function assetColor(name: string): string {
  return `var(--${COLORS.includes(name) ? name : "d5"})`;
}

interface AssetRowProps {
  readonly asset: Asset;
  /** Currency of the asset's `converted` amount. */
  readonly currency: string;
  /** Name to show instead of the asset's name. */
  readonly name?: string | undefined;
  /** The card's thumbnail, if the asset is a known card. */
  readonly thumb?: ReactNode;
}

/** Renders one asset: its name, balance and converted value. */
export function AssetRow({ asset, currency, name, thumb }: AssetRowProps) {
  const Icon = asset.icon === "credit-card" ? CreditCard : Wallet;
  return (
    <ListRow
      lead={
        thumb ?? (
          <span
            className="grid h-[31px] w-12 flex-none place-items-center rounded-thumb bg-fill"
            style={{ color: assetColor(asset.color) }}
          >
            <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
          </span>
        )
      }
      title={name ?? asset.name}
      meta={
        <Trans>
          {asset.typeLabel} · {asset.code}
        </Trans>
      }
      amount={<Money amount={asset.amount} currency={asset.code} />}
      status={
        asset.code !== currency &&
        asset.converted !== null && (
          <span className="text-small text-ink-3">
            ≈ <Money amount={asset.converted} currency={currency} />
          </span>
        )
      }
    />
  );
}
