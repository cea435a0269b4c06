import type { AppContext } from "../../platform/context.ts";
import type { GaugeSource } from "../../platform/metrics.ts";
import { advanceWithdrawals } from "./advance-withdrawals.ts";
import { forgetAlarms } from "./alarms.repository.ts";
import { sandboxPayoutsOf } from "./payouts.ts";
import { sendPayouts } from "./send-payouts.ts";
import { takePayoutMessages } from "./take-payout-messages.ts";
import { countStrange } from "./withdrawals.repository.ts";

const ADVANCE_MS = 1_000;
const PAYOUT_MS = 500;
const FORGET_MS = 3_600_000;
/** Links that were used or ran out stay for a while, for whoever asks what happened. */
const ALARMS_KEPT_MS = 30 * 86_400_000;

/** Cancel windows, payouts, what the provider says, and the simulated provider's own life. */
export function startWithdrawalJobs(context: AppContext): void {
  const { jobs, config, clock, db } = context;
  jobs.every(ADVANCE_MS, "withdrawals.advance", async () => {
    await advanceWithdrawals(context);
  });
  jobs.every(PAYOUT_MS, "withdrawals.payouts", async () => {
    await takePayoutMessages(context);
    await sendPayouts(context);
  });
  jobs.every(config.chainBlockMs, "withdrawals.sandbox-payouts", async () => {
    await sandboxPayoutsOf(context).mine();
    await sandboxPayoutsOf(context).deliver();
  });
  jobs.every(FORGET_MS, "withdrawals.forget-links", () =>
    forgetAlarms(db.kysely, new Date(clock.now().getTime() - ALARMS_KEPT_MS)),
  );
}

/** Payouts that stand still because the provider says something that nobody understands. */
export function countStrangePayouts({ db }: Pick<AppContext, "db">): GaugeSource {
  return {
    name: "tessera_payouts_strange",
    help: "Withdrawals whose payout provider says something that nobody understands",
    labelName: "kind",
    read: async () => [{ label: "unknown_status", value: await countStrange(db.kysely) }],
  };
}
