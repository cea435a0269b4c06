import { providers } from "../../../adapters/providers/registry.ts";
import type { AppContext } from "../../../platform/context.ts";
import { countStranded, type StrandedPayouts } from "./instructions.repository.ts";

function describe({ account, count }: StrandedPayouts): string {
  return `${count} sent to ${account ?? "an account that was not recorded"}`;
}

/**
 * Thrown if payouts that have no outcome were sent to an account that is not the configured one.
 */
class StrandedPayoutsError extends Error {
  constructor(stranded: readonly StrandedPayouts[]) {
    super(
      `payouts cannot end while the account that they were sent to is not in use: ` +
        `${stranded.map(describe).join("; ")}. Configure it again until they have ended`,
    );
    this.name = "StrandedPayoutsError";
  }
}

/**
 * Finds payouts that were sent to an account other than the configured one, or whose provider is no
 * longer configured. Only the original account knows the outcome, so the payouts remain in
 * processing. The log and the dashboard's failing jobs alert operators.
 *
 * @throws StrandedPayoutsError naming the accounts and how many payouts each received
 */
export async function watchStrandedPayouts(context: AppContext): Promise<void> {
  const stranded = await countStranded(context.db.kysely, context.use(providers).payouts?.account);
  if (stranded.length > 0) {
    throw new StrandedPayoutsError(stranded);
  }
}
