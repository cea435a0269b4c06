import type { AppContext } from "../../platform/context.ts";
import type { PayoutProvider } from "../../providers/payout/payout-provider.ts";
import type { SandboxPayouts } from "../../providers/payout/sandbox-payouts.ts";
import { providersOf } from "../../providers/registry.ts";
import { requireOffered } from "../../providers/require-offered.ts";
import { receivePayoutMessage } from "./receive-payout-message.ts";

/** Delivers the simulated provider's messages like those of any provider. */
function connect(context: AppContext): void {
  const { simulators, payouts } = providersOf(context);
  simulators?.payouts?.deliverTo((message) =>
    receivePayoutMessage(context, requireOffered(payouts, "withdrawals").webhookSecret, message),
  );
}

/**
 * Returns the simulated provider, which the sandbox's calls control.
 *
 * @throws Refusal `not_offered` outside of the sandbox, or with another payout provider
 */
export function sandboxPayoutsOf(context: AppContext): SandboxPayouts {
  connect(context);
  return requireOffered(providersOf(context).simulators?.payouts, "simulated withdrawals");
}

/**
 * Returns the payout provider.
 *
 * @throws Refusal `not_offered` where no provider is set
 */
export function payoutsOf(context: AppContext): PayoutProvider {
  connect(context);
  return requireOffered(providersOf(context).payouts, "withdrawals");
}
