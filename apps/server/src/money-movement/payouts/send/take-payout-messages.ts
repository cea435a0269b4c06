import type { PayoutProvider } from "../../../adapters/payout/payout-provider.ts";
import type { AppContext } from "../../../platform/context.ts";
import { parseId } from "../../../platform/ids.ts";
import { applyPayout } from "./apply-payout.ts";
import { findSent } from "./instructions.repository.ts";
import { selectOpenEvents, settleEvent } from "./payout-events.repository.ts";
import { isOtherAccount, payoutsFor } from "./payouts.ts";

const PAGE_SIZE = 100;

function providerFor(
  context: AppContext,
  sent: Parameters<typeof payoutsFor>[1],
): PayoutProvider | undefined {
  try {
    return payoutsFor(context, sent);
  } catch (error) {
    if (isOtherAccount(error)) {
      return undefined;
    }
    throw error;
  }
}

async function look(context: AppContext, payoutId: string): Promise<void> {
  // The provider's id for a payout might not be one of our ids.
  const id = parseId("wdr", `wdr_${payoutId}`);
  const sent = id === undefined ? undefined : await findSent(context.db.kysely, id);
  if (id === undefined || sent === undefined) {
    context.log.warn({ payout: payoutId }, "a message is about an unknown payout");
    return;
  }
  const provider = providerFor(context, sent);
  if (provider === undefined) {
    // Retrying would not help. If the payout's account is configured again, the payout is queried
    // anyway.
    context.log.warn({ payout: payoutId }, "a message is about a payout of another account");
    return;
  }
  const answer = await provider.ask(id);
  if (answer !== "never_seen") {
    await applyPayout(context, id, answer);
  }
}

/**
 * Processes the messages in the inbox. Each message triggers a query to the provider, and only the
 * response to that query counts. A message that cannot be processed now will be retried.
 *
 * @returns the number of processed messages
 */
export async function takePayoutMessages(context: AppContext): Promise<number> {
  const { db, clock, log } = context;
  let settled = 0;
  for (const { id, payoutId } of await selectOpenEvents(db.kysely, PAGE_SIZE)) {
    try {
      await look(context, payoutId);
      await settleEvent(db.kysely, id, clock.now());
      settled += 1;
    } catch (error) {
      log.warn({ err: error, payout: payoutId }, "a message about a payout will be retried");
    }
  }
  return settled;
}
