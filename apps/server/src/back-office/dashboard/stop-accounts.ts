import type { StandingCheck } from "@tessera/contract/back-office/dashboard.schemas";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { insertStop } from "./account-stops.repository.ts";
import type { ConcernedAccount } from "./concerned-accounts.repository.ts";

/**
 * Stops accounts that failed a check by blocking them in the ledger. Only what the card network has
 * settled is booked on them, and withdrawals wait (decision 0227), while all other accounts work as
 * usual. The dashboard shows each stop until an administrator lifts it. An account that is already
 * stopped is left unchanged.
 */
export async function stopAccounts(
  context: AppContext,
  check: StandingCheck,
  concerned: readonly ConcernedAccount[],
): Promise<void> {
  for (const one of concerned) {
    await stopAccount(context, check, one);
  }
}

async function stopAccount(
  context: AppContext,
  check: StandingCheck,
  { account, customerId, finding }: ConcernedAccount,
): Promise<void> {
  const stoppedAt = context.clock.now();
  const id = newId(stoppedAt);
  const isNew = await inTransaction(context.db, async (tx) => {
    const stop = { id, accountId: account, customerId, check, finding, stoppedAt };
    if (!(await insertStop(tx, stop))) {
      return false;
    }
    await context.ledger.setAccountStatus(tx, account, "blocked");
    await context.ledger.appendAudit(tx, [
      {
        action: "account.stop",
        actor: "tessera",
        customerId,
        object: id,
        outcome: "ok",
        requestId: null,
        data: { account: account.toString(), check, finding },
      },
    ]);
    return true;
  });
  if (isNew) {
    context.log.error(
      { account: account.toString(), customerId, check, finding, stop: id },
      "an account is stopped: it failed a ledger check",
    );
  }
}
