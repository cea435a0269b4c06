import type { AppContext } from "../../platform/context.ts";
import { defineService, replaceService } from "../../platform/service.ts";
import { tracePort } from "../../platform/telemetry/traced-port.ts";
import type { ChainProvider } from "../chain/chain-provider.ts";
import { type SandboxChain, sandboxChain } from "../chain/sandbox-chain.ts";
import { custodianChain } from "../custodian/custodian-chain.ts";
import { custodianPayouts } from "../custodian/custodian-payouts.ts";
import { evmChain } from "../evm/evm-chain.ts";
import { evmPayouts } from "../evm-payouts/evm-payouts.ts";
import type { IssuerPort } from "../issuer/issuer.port.ts";
import { createSandboxIssuer } from "../issuer/sandbox/sandbox-issuer.ts";
import { createStripeClient } from "../issuer/stripe/stripe-client.ts";
import { createStripeIssuer } from "../issuer/stripe/stripe-issuer.ts";
import type { PayoutProvider } from "../payout/payout-provider.ts";
import { type SandboxPayouts, sandboxPayouts } from "../payout/sandbox-payouts.ts";
import { BITSTAMP_USDC_TICKER, bitstampUsdc } from "../rates/bitstamp-usdc.ts";
import { bundledRates, bundledUsdcRate, bundledUsdtRate } from "../rates/bundled-rates.ts";
import { COINBASE_USDT_TICKER, coinbaseUsdt } from "../rates/coinbase-usdt.ts";
import { ecbRates } from "../rates/ecb-rates.ts";
import type { RatesProvider, UsdtRateProvider } from "../rates/rates-provider.ts";

const ECB_DAILY_FILE = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

/** The configured external providers. A service is not offered if it has no provider. */
export interface Providers {
  readonly chain: ChainProvider | undefined;
  readonly payouts: PayoutProvider | undefined;
  readonly rates: RatesProvider | undefined;
  readonly usdtRate: UsdtRateProvider | undefined;
  readonly usdcRate: UsdtRateProvider | undefined;
  readonly issuer: IssuerPort | undefined;
  /** The simulators, which sandbox calls and jobs control. Always undefined in live mode. */
  readonly simulators: Simulators | undefined;
}

type SandboxIssuer = ReturnType<typeof createSandboxIssuer>;

/** The simulated providers, with the methods that control them. */
export interface Simulators {
  readonly chain: SandboxChain | undefined;
  readonly payouts: SandboxPayouts | undefined;
  readonly issuer: SandboxIssuer | undefined;
  /** Sample rates, used until a configured source first responds. */
  readonly rates: RatesProvider;
  readonly usdtRate: UsdtRateProvider;
  readonly usdcRate: UsdtRateProvider;
}

/** Creates the simulators. In live mode, there are none. */
function createSimulators(context: AppContext): Simulators | undefined {
  const { config, keys } = context;
  if (config.mode !== "sandbox") {
    return undefined;
  }
  return {
    chain: config.chain.provider === "sandbox" ? sandboxChain(context) : undefined,
    payouts: config.payout.provider === "sandbox" ? sandboxPayouts(context) : undefined,
    issuer:
      config.issuer.provider === "sandbox"
        ? createSandboxIssuer((data) => keys.hmac("sandbox-issuer", data))
        : undefined,
    rates: bundledRates(),
    usdtRate: bundledUsdtRate(),
    usdcRate: bundledUsdcRate(),
  };
}

/**
 * Creates the card issuer for the simulator, which also runs in live mode. Its cards exist only in
 * the simulator's own database, no network knows them, and no money can reach them.
 */
export function createPracticeIssuer({ keys }: Pick<AppContext, "keys">): SandboxIssuer {
  return createSandboxIssuer((data) => keys.hmac("practice-issuer", data));
}

function issuerOf(context: AppContext, simulators: Simulators | undefined) {
  const { issuer } = context.config;
  switch (issuer.provider) {
    case "stripe":
      return createStripeIssuer(context, createStripeClient(issuer), issuer);
    case "sandbox":
      return simulators?.issuer;
    case "none":
      return undefined;
  }
}

function ratesOf({ config }: AppContext, simulators: Simulators | undefined) {
  switch (config.rates.provider) {
    case "ecb":
      return ecbRates(config.rates.url ?? ECB_DAILY_FILE);
    case "bundled":
      return simulators?.rates;
    case "none":
      return undefined;
  }
}

function usdtRateOf({ config }: AppContext, simulators: Simulators | undefined) {
  switch (config.usdtRate.provider) {
    case "coinbase":
      return coinbaseUsdt(config.usdtRate.url ?? COINBASE_USDT_TICKER);
    case "bundled":
      return simulators?.usdtRate;
    case "none":
      return undefined;
  }
}

function usdcRateOf({ config }: AppContext, simulators: Simulators | undefined) {
  switch (config.usdcRate.provider) {
    case "bitstamp":
      return bitstampUsdc(config.usdcRate.url ?? BITSTAMP_USDC_TICKER);
    case "bundled":
      return simulators?.usdcRate;
    case "none":
      return undefined;
  }
}

function watcherOf(context: AppContext, simulators: Simulators | undefined) {
  const { chain } = context.config;
  switch (chain.provider) {
    case "custodian":
      return custodianChain(context, chain);
    case "evm":
      return evmChain(context, chain);
    case "sandbox":
      return simulators?.chain;
    case "none":
      return undefined;
  }
}

function payerOf(
  context: AppContext,
  simulators: Simulators | undefined,
): PayoutProvider | undefined {
  const { payout } = context.config;
  switch (payout.provider) {
    case "custodian":
      return custodianPayouts(payout, context.telemetry);
    case "evm":
      return evmPayouts(context, payout);
    case "sandbox":
      return simulators?.payouts;
    case "none":
      return undefined;
  }
}

/** Creates every configured provider and, in sandbox mode, the simulators. */
function createProviders(context: AppContext): Providers {
  const { telemetry } = context;
  const simulators = createSimulators(context);
  return {
    chain: tracePort(telemetry, "chain", watcherOf(context, simulators)),
    payouts: tracePort(telemetry, "payouts", payerOf(context, simulators)),
    rates: tracePort(telemetry, "rates", ratesOf(context, simulators)),
    usdtRate: tracePort(telemetry, "usdtRate", usdtRateOf(context, simulators)),
    usdcRate: tracePort(telemetry, "usdcRate", usdcRateOf(context, simulators)),
    issuer: tracePort(telemetry, "issuer", issuerOf(context, simulators)),
    simulators,
  };
}

/** The external providers of a context. */
export const providers = defineService("providers", createProviders);

/** Replaces configured providers, for tests with faulty connections. */
export function provideProviders(context: AppContext, given: Partial<Providers>): void {
  replaceService(context, providers, { ...context.use(providers), ...given });
}

/**
 * Replaces the chain and the payout provider of a sandbox's context by the simulated ones, for the
 * demo's deposits and withdrawals. Other contexts on the same database keep theirs.
 *
 * @throws Error in live mode
 */
export function simulateTransfers(context: AppContext): void {
  const { simulators } = context.use(providers);
  if (simulators === undefined) {
    throw new Error("live mode has no simulated chain");
  }
  const chain = simulators.chain ?? sandboxChain(context);
  const payouts = simulators.payouts ?? sandboxPayouts(context);
  const simulated = { chain, payouts };
  provideProviders(context, { ...simulated, simulators: { ...simulators, ...simulated } });
}
