import { RATE_SCALE } from "@tessera/money";
import { providers } from "../../adapters/providers/registry.ts";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import type { UsdtRate, UsdtRateProvider } from "../../adapters/rates/rates-provider.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { defineService } from "../../platform/service.ts";
import { isDepegged } from "./rate-bounds.policy.ts";
import { openRateSource, type RateSource } from "./rate-source.ts";
import { selectUsdtRate, upsertUsdtRate } from "./rates.repository.ts";

/** Allows for clock differences, since a ticker states the time of its price to the second. */
const TICKER_AHEAD_MS = 60_000;

function openSource(
  context: AppContext,
  provider: UsdtRateProvider | undefined,
): RateSource<UsdtRate> | undefined {
  if (provider === undefined) {
    return undefined;
  }
  const { maxAgeMs } = context.config.usdtRate;
  const { maxJumpBasisPoints } = context.config.rates;
  return openRateSource(
    context,
    provider,
    {
      newest: selectUsdtRate,
      put: upsertUsdtRate,
      valuesOf: ({ dollarsScaled }) => [dollarsScaled],
    },
    { maxAgeMs, maxAheadMs: TICKER_AHEAD_MS, maxJumpBasisPoints },
  );
}

/** The source of the USDT price, as configured; undefined if there is none. */
export const usdtRateSource = defineService("USDT rate", (context) =>
  openSource(context, context.use(providers).usdtRate),
);

/** The source of the USDC price, as configured; undefined if there is none. */
export const usdcRateSource = defineService("USDC rate", (context) =>
  openSource(context, context.use(providers).usdcRate),
);

/** Returns the source of an asset's price. One can lose its peg while the other keeps it. */
function sourceOf(context: AppContext, asset: string): RateSource<UsdtRate> | undefined {
  switch (asset) {
    case "USDT":
      return context.use(usdtRateSource);
    case "USDC":
      return context.use(usdcRateSource);
    default:
      return undefined;
  }
}

/**
 * Returns the price of an asset for pricing.
 *
 * @throws Refusal `not_offered` if no source is configured, `rates_not_current` if it has no price
 * yet or its price is old, has jumped or is invalid, `asset_depegged` if the price is too far from
 * one dollar
 */
export async function priceOfAsset(context: AppContext, tx: Tx, asset: string): Promise<UsdtRate> {
  const source = requireOffered(sourceOf(context, asset), `a price of ${asset}`);
  const inForce = await source.known(tx);
  if (inForce?.priceable !== true) {
    throw new Refusal("rates_not_current", { internal: `the price of ${asset} cannot be used` });
  }
  const { rates } = inForce;
  if (isDepegged(rates.dollarsScaled, RATE_SCALE, context.config.usdtRate.depegBasisPoints)) {
    throw new Refusal("asset_depegged", { internal: `${asset} is at ${rates.dollarsScaled}` });
  }
  return rates;
}

/**
 * Returns whether an asset is or may be depegged. It may be depegged if its source has since
 * returned a price that was rejected.
 */
export async function isAssetDepegged(
  context: AppContext,
  tx: Tx,
  asset: string,
): Promise<boolean> {
  const inForce = await sourceOf(context, asset)?.known(tx);
  if (inForce === undefined) {
    return false;
  }
  const { depegBasisPoints } = context.config.usdtRate;
  return (
    inForce.contradicted || isDepegged(inForce.rates.dollarsScaled, RATE_SCALE, depegBasisPoints)
  );
}
