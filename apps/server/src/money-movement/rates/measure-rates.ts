import type { AppContext } from "../../platform/context.ts";
import type { Figure, FigureSource } from "../../platform/telemetry/figures.ts";
import { ratesBook } from "./rates-book.ts";
import { usdcRateSource, usdtRateSource } from "./usdt-rate.ts";

interface Rated {
  readonly ratedAt: Date;
  readonly priceable: boolean;
}

/** Returns gauges for the rates in force, one set per configured source. */
export function measureRates(context: AppContext): FigureSource {
  const labelNames = ["rate"];
  const figuresOf = (rate: string, { ratedAt, priceable }: Rated): Figure[] => {
    const ageMs = context.clock.now().getTime() - ratedAt.getTime();
    return [
      { gauge: "tessera_rate_age_seconds", labels: { rate }, value: Math.max(0, ageMs / 1_000) },
      { gauge: "tessera_rate_usable", labels: { rate }, value: priceable ? 1 : 0 },
    ];
  };
  return {
    name: "rates",
    gauges: {
      tessera_rate_age_seconds: {
        help: "Age of a rate in force, by the time that its source gives it",
        labelNames,
      },
      tessera_rate_usable: { help: "Whether a rate may be used for pricing", labelNames },
    },
    async read() {
      const exchange = await context.use(ratesBook).known();
      const usdt = await context.use(usdtRateSource)?.known();
      const usdc = await context.use(usdcRateSource)?.known();
      return [
        ...(exchange === undefined
          ? []
          : figuresOf("exchange", { ...exchange, ratedAt: exchange.sheet.ratedAt })),
        ...(usdt === undefined ? [] : figuresOf("usdt", { ...usdt, ratedAt: usdt.rates.ratedAt })),
        ...(usdc === undefined ? [] : figuresOf("usdc", { ...usdc, ratedAt: usdc.rates.ratedAt })),
      ];
    },
  };
}
