import type { PayoutProvider } from "../../../adapters/payout/payout-provider.ts";
import type { SandboxPayouts } from "../../../adapters/payout/sandbox-payouts.ts";
import { providers } from "../../../adapters/providers/registry.ts";
import { requireOffered } from "../../../adapters/providers/require-offered.ts";
import type { AppContext } from "../../../platform/context.ts";
import type { InstructionRow } from "./instructions.repository.ts";
import { receivePayoutMessage } from "./receive-payout-message.ts";

/** Delivers the simulated provider's messages in the same way as any other provider's messages. */
function connect(context: AppContext): void {
  const { simulators, payouts } = context.use(providers);
  simulators?.payouts?.deliverTo((message) =>
    receivePayoutMessage(context, requireOffered(payouts, "withdrawals").webhookSecret, message),
  );
}

/**
 * Returns the simulated provider, which is controlled by sandbox calls.
 *
 * @throws Refusal `not_offered` outside the sandbox, or with another payout provider
 */
export function sandboxPayoutsOf(context: AppContext): SandboxPayouts {
  connect(context);
  return requireOffered(context.use(providers).simulators?.payouts, "simulated withdrawals");
}

/**
 * Returns the payout provider.
 *
 * @throws Refusal `not_offered` if no provider is configured
 */
export function payoutsOf(context: AppContext): PayoutProvider {
  connect(context);
  return requireOffered(context.use(providers).payouts, "withdrawals");
}

/**
 * Thrown for a payout that was sent to an account other than the configured one, which cannot
 * report the outcome.
 */
class OtherAccountError extends Error {
  override readonly name = "OtherAccountError";
}

/** Returns whether an error means that a payout was sent to another account. */
export function isOtherAccount(error: unknown): boolean {
  return error instanceof OtherAccountError;
}

/**
 * Returns the payout provider for an instruction that was already sent. If the configured account
 * has changed since then, the new account never received the order and would pay it a second time.
 *
 * @throws OtherAccountError if the instruction was sent to another account
 * @throws Refusal `not_offered` if no provider is configured
 */
export function payoutsFor(
  context: AppContext,
  { payout_account: sentTo }: Pick<InstructionRow, "payout_account">,
): PayoutProvider {
  const provider = payoutsOf(context);
  if (sentTo !== null && sentTo !== provider.account) {
    throw new OtherAccountError(
      `this payout was sent to ${sentTo}, and ${provider.account} is configured now: configure ` +
        "the former account until its payouts have ended (docs/providers/custodian.md)",
    );
  }
  return provider;
}
