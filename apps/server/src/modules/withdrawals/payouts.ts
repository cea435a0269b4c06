import type { AppContext } from "../../platform/context.ts";
import type { PayoutProvider } from "../../providers/payout/payout-provider.ts";
import { type SandboxPayouts, sandboxPayouts } from "../../providers/payout/sandbox-payouts.ts";
import { receivePayoutMessage } from "./receive-payout-message.ts";

const simulated = new WeakMap<AppContext, SandboxPayouts>();
const given = new WeakMap<AppContext, PayoutProvider>();

/** The simulated provider, which the sandbox's own calls tell what to do. */
export function sandboxPayoutsOf(context: AppContext): SandboxPayouts {
  let provider = simulated.get(context);
  if (provider === undefined) {
    provider = sandboxPayouts(context, (message) =>
      receivePayoutMessage(context, payoutsOf(context).webhookSecret, message),
    );
    simulated.set(context, provider);
  }
  return provider;
}

/** Who pays withdrawals out. There is the simulated provider so far. */
export function payoutsOf(context: AppContext): PayoutProvider {
  return given.get(context) ?? sandboxPayoutsOf(context);
}

/** Puts another provider in the place of the simulated one. */
export function providePayouts(context: AppContext, provider: PayoutProvider): void {
  given.set(context, provider);
}
