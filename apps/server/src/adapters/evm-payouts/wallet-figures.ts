import type { StatusAnswer } from "@tessera/payout-signing";
import type { AppContext } from "../../platform/context.ts";
import type { Figure, FigureSource, GaugeDescription } from "../../platform/telemetry/figures.ts";
import { ProviderError } from "../providers/provider-error.ts";
import {
  countDeclined,
  countOpenPayouts,
  selectMostReplacements,
} from "./evm-payouts.repository.ts";
import { payoutWallets } from "./evm-payouts.ts";
import { selectWallet, type WalletRow } from "./evm-wallets.repository.ts";
import type { PayoutWallet } from "./payout-wallet.ts";

const HELD = "tessera_evm_wallet_token_minor";
const COIN = "tessera_evm_wallet_coin_gwei";
const REFILL = "tessera_evm_wallet_refill";
const EXCESS = "tessera_evm_wallet_excess_minor";
const FAULT = "tessera_evm_wallet_held_up";
const OPEN = "tessera_evm_payouts_open";
const OLDEST = "tessera_evm_payouts_oldest_seconds";
const REPLACEMENTS = "tessera_evm_payouts_replacements";
const DECLINED = "tessera_evm_payouts_declined";
const REACHABLE = "tessera_evm_signer_reachable";
const DAY = "tessera_evm_signer_day_ratio";
const WEI_PER_GWEI = 1_000_000_000n;
const DAY_MS = 86_400_000;
/** A ratio is computed in whole parts of this, because amounts are too large for a number. */
const PARTS = 10_000n;

const networkOnly: GaugeDescription["labelNames"] = ["network"];

const GAUGES: Readonly<Record<string, GaugeDescription>> = {
  [HELD]: {
    help: "What the hot wallet holds of its token, in hundredths",
    labelNames: networkOnly,
  },
  [COIN]: { help: "What the hot wallet holds for fees, in gwei", labelNames: networkOnly },
  [REFILL]: { help: "Whether the hot wallet must be refilled", labelNames: networkOnly },
  [EXCESS]: {
    help: "What the hot wallet holds above its ceiling, in hundredths",
    labelNames: networkOnly,
  },
  [FAULT]: { help: "Why payouts are held up", labelNames: ["network", "reason"] },
  [OPEN]: { help: "Payouts that have not ended", labelNames: ["network", "state"] },
  [OLDEST]: { help: "Age of the oldest payout that has not ended", labelNames: networkOnly },
  [REPLACEMENTS]: {
    help: "How often one of the open payouts was replaced with higher fees, at most",
    labelNames: networkOnly,
  },
  [DECLINED]: {
    help: "Payouts of the last 24 hours that the signer refused for good",
    labelNames: networkOnly,
  },
  [REACHABLE]: { help: "Whether the signer answers this server, with the wallet's key" },
  [DAY]: {
    help: "How much of the signer's ceiling of 24 hours is used, 1 is all",
    labelNames: networkOnly,
  },
};

/** Returns what the wallet held when it was last read, and whether it is too little or too much. */
function figuresOfBalances({ parts: { chain } }: PayoutWallet, row: WalletRow): Figure[] {
  if (row.token_raw === null || row.coin_wei === null) {
    return [];
  }
  const labels = { network: chain.network };
  const held = BigInt(row.token_raw) / 10n ** BigInt(chain.decimals - 2);
  const coinWei = BigInt(row.coin_wei);
  const isLow = held < chain.refillBelowMinor || coinWei < chain.refillCoinBelowWei;
  const excess = held > chain.ceilingMinor ? held - chain.ceilingMinor : 0n;
  return [
    { gauge: HELD, labels, value: Number(held) },
    { gauge: COIN, labels, value: Number(coinWei / WEI_PER_GWEI) },
    { gauge: REFILL, labels, value: isLow ? 1 : 0 },
    { gauge: EXCESS, labels, value: Number(excess) },
  ];
}

async function figuresOf({ db, clock }: AppContext, wallet: PayoutWallet): Promise<Figure[]> {
  const labels = { network: wallet.parts.chain.network };
  const now = clock.now().getTime();
  const row = await selectWallet(db.kysely, wallet.name);
  const open = await countOpenPayouts(db.kysely, wallet.name);
  const declined = await countDeclined(db.kysely, wallet.name, new Date(now - DAY_MS));
  const replacements = await selectMostReplacements(db.kysely, wallet.name);
  const ofPayouts = open.map(({ state, n }): Figure => {
    return { gauge: OPEN, labels: { ...labels, state }, value: n };
  });
  const oldestMs = open.reduce((least, { oldest }) => Math.min(least, oldest.getTime()), now);
  const reason = row?.fault ?? undefined;
  return [
    ...ofPayouts,
    { gauge: OLDEST, labels, value: (now - oldestMs) / 1_000 },
    { gauge: REPLACEMENTS, labels, value: replacements },
    { gauge: DECLINED, labels, value: declined },
    ...(reason === undefined
      ? []
      : [{ gauge: FAULT, labels: { ...labels, reason }, value: 1 } satisfies Figure]),
    ...(row === undefined ? [] : figuresOfBalances(wallet, row)),
  ];
}

/** Asks the signer. Without an answer, how much of its ceilings is used is unknown. */
async function figuresOfSigner(wallets: readonly PayoutWallet[]): Promise<Figure[]> {
  const [first] = wallets;
  if (first === undefined) {
    return [];
  }
  let status: StatusAnswer;
  try {
    status = await first.parts.signer.status();
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      throw error;
    }
    return [{ gauge: REACHABLE, value: 0 }];
  }
  const isOurs = status.wallet.toLowerCase() === first.parts.wallet;
  const ofDay = wallets.flatMap(({ parts: { chain } }): Figure[] => {
    const used = status.tokens.find(
      ({ chainId, token }) => chainId === chain.chainId && token === chain.contract,
    );
    return used === undefined || used.maxPerDayRaw === 0n
      ? []
      : [
          {
            gauge: DAY,
            labels: { network: chain.network },
            value: Number((used.signedInDayRaw * PARTS) / used.maxPerDayRaw) / Number(PARTS),
          },
        ];
  });
  return [{ gauge: REACHABLE, value: isOurs ? 1 : 0 }, ...ofDay];
}

/**
 * Creates the figures of the hot wallets: what they hold, whether that is too little or too much,
 * why payouts are held up, how many are open, and what the signer says about its ceilings.
 */
export function measureWallets(context: AppContext): FigureSource {
  return {
    name: "evm_wallets",
    gauges: GAUGES,
    async read() {
      const wallets = context.use(payoutWallets);
      const ofSigner = await figuresOfSigner(wallets);
      const figures = await Promise.all(wallets.map((wallet) => figuresOf(context, wallet)));
      return [...ofSigner, ...figures.flat()];
    },
  };
}
