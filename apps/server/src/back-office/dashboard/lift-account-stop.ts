import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { endStop, lockStop } from "./account-stops.repository.ts";
import { findConcerned, isCardStopped } from "./concerned-accounts.repository.ts";

interface Lifting {
  /** UUID; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  /** The administrator's findings, for the audit log. */
  readonly note: string;
  readonly act: OperatorAct;
}

/**
 * Lifts an account's stop, provided that the account now passes the check. A card that has been
 * frozen in the meantime stays frozen. Repeating the call changes nothing.
 *
 * @throws Refusal `not_found`, `finding_unresolved`
 */
export async function liftAccountStop(
  context: AppContext,
  { id, note, act }: Lifting,
): Promise<void> {
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  const stop = await inTransaction(context.db, (tx) => lockStop(tx, id));
  if (stop === undefined) {
    throw new Refusal("not_found");
  }
  const { accountId, check, customerId } = stop;
  // This runs outside the transaction that lifts the stop, since the check reads a separate
  // snapshot.
  const { kysely } = context.db;
  const concern = { account: accountId };
  const concerned = await findConcerned(kysely, check, context.clock.now(), concern);
  if (concerned.length > 0) {
    throw new Refusal("finding_unresolved", { internal: `account ${accountId}: ${check}` });
  }
  await inTransaction(context.db, async (tx) => {
    const locked = await lockStop(tx, id);
    if (locked === undefined || locked.liftedAt !== null) {
      return;
    }
    const isStopped = await isCardStopped(tx, accountId);
    await context.ledger.setAccountStatus(tx, accountId, isStopped ? "debits_blocked" : "open");
    await endStop(tx, id, { at: context.clock.now(), by: act.actor, note });
    await context.ledger.appendAudit(tx, [
      {
        action: "account.stop_lift",
        actor: act.actor,
        customerId,
        object: id,
        outcome: "ok",
        requestId: act.requestId,
        data: { role: act.role, account: accountId.toString(), check, note },
      },
    ]);
  });
}
