import { advanceWallet } from "../../adapters/evm-payouts/advance-wallet.ts";
import { payoutWallets } from "../../adapters/evm-payouts/evm-payouts.ts";
import { providers } from "../../adapters/providers/registry.ts";
import type { AppContext } from "../../platform/context.ts";
import type { GaugeSource } from "../../platform/telemetry/metrics.ts";
import { advanceWithdrawals } from "./advance-withdrawals.ts";
import { countStranded } from "./send/instructions.repository.ts";
import { countAltered } from "./send/payout-approval.ts";
import { sandboxPayoutsOf } from "./send/payouts.ts";
import { sendPayouts } from "./send/send-payouts.ts";
import { takePayoutMessages } from "./send/take-payout-messages.ts";
import { watchStrandedPayouts } from "./send/watch-stranded-payouts.ts";
import { countStrange } from "./withdrawals.repository.ts";

const ADVANCE_MS = 1_000;
const PAYOUT_MS = 500;
const WALLET_MS = 2_000;
const WATCH_MS = 60_000;

/**
 * Starts the jobs for cancel windows, for payouts and for the provider's messages, if there is a
 * provider. In the sandbox, also starts the simulated provider's clock.
 */
export function startWithdrawalJobs(context: AppContext): void {
  const { jobs, config } = context;
  jobs.every(ADVANCE_MS, "withdrawals.advance", async () => {
    await advanceWithdrawals(context);
  });
  const { payouts, simulators } = context.use(providers);
  if (payouts !== undefined) {
    jobs.every(PAYOUT_MS, "withdrawals.payouts", async () => {
      await takePayoutMessages(context);
      await sendPayouts(context);
    });
  }
  for (const wallet of context.use(payoutWallets)) {
    const name = `withdrawals.wallet-${wallet.parts.chain.network.toLowerCase()}`;
    jobs.every(WALLET_MS, name, (stopping) => advanceWallet(wallet, stopping));
  }
  jobs.every(WATCH_MS, "withdrawals.stranded-payouts", () => watchStrandedPayouts(context));
  if (simulators?.payouts !== undefined) {
    const simulator = sandboxPayoutsOf(context);
    jobs.every(config.chainBlockMs, "withdrawals.sandbox-payouts", async () => {
      await simulator.mine();
      await simulator.deliver();
    });
  }
}

/**
 * Returns a gauge of payouts that are waiting for an operator because their provider reports an
 * unknown status, because they were sent to an account that is not configured, or because they are
 * not what was approved.
 */
export function countStrangePayouts(context: AppContext): GaugeSource {
  const { kysely } = context.db;
  return {
    name: "tessera_payouts_strange",
    help: "Payouts with an unknown status, sent to another account, or changed since approval",
    labelName: "kind",
    async read() {
      const stranded = await countStranded(kysely, context.use(providers).payouts?.account);
      return [
        { label: "unknown_status", value: await countStrange(kysely) },
        { label: "altered", value: await countAltered(context) },
        { label: "other_account", value: stranded.reduce((sum, { count }) => sum + count, 0) },
      ];
    },
  };
}
