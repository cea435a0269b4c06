import type { AppContext } from "../../platform/context.ts";
import type { Figure, FigureSource } from "../../platform/telemetry/figures.ts";
import { countOpenPayouts } from "./evm-payouts.repository.ts";
import { payoutWallets } from "./evm-payouts.ts";
import { selectWallet } from "./evm-wallets.repository.ts";
import type { PayoutWallet } from "./payout-wallet.ts";

const HELD = "tessera_evm_wallet_token_minor";
const COIN = "tessera_evm_wallet_coin_gwei";
const REFILL = "tessera_evm_wallet_refill";
const EXCESS = "tessera_evm_wallet_excess_minor";
const FAULT = "tessera_evm_wallet_held_up";
const OPEN = "tessera_evm_payouts_open";
const OLDEST = "tessera_evm_payouts_oldest_seconds";
const WEI_PER_GWEI = 1_000_000_000n;

async function figuresOf({ db, clock }: AppContext, wallet: PayoutWallet): Promise<Figure[]> {
  const { chain } = wallet.parts;
  const labels = { network: chain.network };
  const row = await selectWallet(db.kysely, wallet.name);
  const open = await countOpenPayouts(db.kysely, wallet.name);
  const now = clock.now().getTime();
  const ofPayouts = open.map(({ state, n }): Figure => {
    return { gauge: OPEN, labels: { ...labels, state }, value: n };
  });
  const oldestMs = open.reduce((least, { oldest }) => Math.min(least, oldest.getTime()), now);
  const oldest: Figure = { gauge: OLDEST, labels, value: (now - oldestMs) / 1_000 };
  if (row === undefined || row.token_raw === null || row.coin_wei === null) {
    return [...ofPayouts, oldest];
  }
  const held = BigInt(row.token_raw) / 10n ** BigInt(chain.decimals - 2);
  const coinWei = BigInt(row.coin_wei);
  const isLow = held < chain.refillBelowMinor || coinWei < chain.refillCoinBelowWei;
  const excess = held > chain.ceilingMinor ? held - chain.ceilingMinor : 0n;
  const fault: Figure[] =
    row.fault === null
      ? []
      : [{ gauge: FAULT, labels: { ...labels, reason: row.fault }, value: 1 }];
  return [
    ...ofPayouts,
    oldest,
    ...fault,
    { gauge: HELD, labels, value: Number(held) },
    { gauge: COIN, labels, value: Number(coinWei / WEI_PER_GWEI) },
    { gauge: REFILL, labels, value: isLow ? 1 : 0 },
    { gauge: EXCESS, labels, value: Number(excess) },
  ];
}

/**
 * Creates the figures of the hot wallets: what they hold, whether that is too little or too much,
 * why payouts are held up, and how many are open.
 */
export function measureWallets(context: AppContext): FigureSource {
  const labelNames = ["network"];
  return {
    name: "evm_wallets",
    gauges: {
      [HELD]: { help: "What the hot wallet holds of its token, in hundredths", labelNames },
      [COIN]: { help: "What the hot wallet holds for fees, in gwei", labelNames },
      [REFILL]: { help: "Whether the hot wallet must be refilled", labelNames },
      [EXCESS]: {
        help: "What the hot wallet holds above its ceiling, in hundredths",
        labelNames,
      },
      [FAULT]: { help: "Why payouts are held up", labelNames: ["network", "reason"] },
      [OPEN]: { help: "Payouts that have not ended", labelNames: ["network", "state"] },
      [OLDEST]: { help: "Age of the oldest payout that has not ended", labelNames },
    },
    async read() {
      const wallets = context.use(payoutWallets);
      const figures = await Promise.all(wallets.map((wallet) => figuresOf(context, wallet)));
      return figures.flat();
    },
  };
}
