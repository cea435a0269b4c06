import type {
  PayoutAnswer,
  PayoutOrder,
  PayoutProvider,
} from "../../../adapters/payout/payout-provider.ts";
import { isSuspendedNow } from "../../../identity/people/index.ts";
import { isOnSecurityHold } from "../../../identity/security-hold/index.ts";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { isAccountStopped } from "../is-account-stopped.ts";
import { moveWithdrawal } from "../move-withdrawal.ts";
import { lockWithdrawal } from "../withdrawals.repository.ts";
import type { WithdrawalRow } from "../withdrawals.tables.ts";
import { applyPayout } from "./apply-payout.ts";
import {
  adoptInstruction,
  countSend,
  endLease,
  type InstructionRow,
  isPastSending,
  leaseInstruction,
  type PayoutPatience,
} from "./instructions.repository.ts";
import { readDecision } from "./payout-approval.ts";
import { isOtherAccount, payoutsFor, payoutsOf } from "./payouts.ts";

const BY = { actor: "system", requestId: null } as const;
const MOST_AT_ONCE = 100;

const PATIENCE: PayoutPatience = {
  leaseMs: 30_000,
  askMs: 1_000,
  longestPauseMs: 60_000,
  lostMs: 60_000,
};

/**
 * Returns the order of an instruction, if it and the withdrawal are what was approved; undefined if
 * a row was changed since. Such an order is not sent: the customer can cancel it, and its money
 * returns when it has waited too long.
 */
function orderOf(
  context: AppContext,
  withdrawal: WithdrawalRow,
  row: InstructionRow,
): PayoutOrder | undefined {
  const decision = readDecision(context, withdrawal, row);
  if (decision === undefined) {
    context.log.error({ withdrawal: row.withdrawal_id }, "a payout is not what was approved");
    return undefined;
  }
  const { withdrawal_id: id, network, address, amount_minor: amountMinor } = row;
  const { at: approvedAt, by: approvedBy, revision } = decision;
  return { id, network, address, amountMinor, approvedAt, approvedBy, revision };
}

/**
 * Marks an instruction as sent before sending it, so that it never counts as unsent, no matter what
 * happens afterward. This also settles a race between sending and canceling.
 */
function beginSending(
  context: AppContext,
  instruction: InstructionRow,
  { account }: PayoutProvider,
): Promise<PayoutOrder | "ended" | "waits"> {
  const { withdrawal_id: id } = instruction;
  return inTransaction(context.db, async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row?.state !== "queued") {
      return "ended";
    }
    const { customer_id: owner } = row;
    if ((await isOnSecurityHold(tx, owner)) || (await isSuspendedNow(tx, owner))) {
      // A security hold cancels the withdrawals that it finds. Any that it missed are not sent
      // either. Withdrawals by a suspended customer are not sent.
      await moveWithdrawal(context, tx, row, { event: "cancelled", by: BY });
      return "ended";
    }
    const order = orderOf(context, row, instruction);
    if (order === undefined || (await isAccountStopped(context, tx, row))) {
      return "waits";
    }
    await moveWithdrawal(context, tx, row, { event: "sent", by: BY });
    await countSend(tx, id, account);
    return order;
  });
}

/**
 * Resends an order that the provider is known never to have received, once no request can still be
 * in flight, unless the account is stopped.
 */
async function sendAgain(
  context: AppContext,
  row: InstructionRow,
  provider: PayoutProvider,
  { lostMs }: PayoutPatience,
): Promise<PayoutAnswer | undefined> {
  const { withdrawal_id: id } = row;
  const lost = await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    const { account } = provider;
    const mayBe =
      withdrawal?.state === "sending" &&
      (await isPastSending(tx, id, { account, lostMs })) &&
      !(await isAccountStopped(context, tx, withdrawal));
    const order = mayBe ? orderOf(context, withdrawal, row) : undefined;
    if (order !== undefined) {
      await countSend(tx, id, provider.account);
    }
    return order;
  });
  return lost && provider.send(lost);
}

async function talk(
  context: AppContext,
  row: InstructionRow,
  patience: PayoutPatience,
): Promise<PayoutAnswer | "waits" | undefined> {
  if (row.state === "ready") {
    const provider = payoutsOf(context);
    const begun = await beginSending(context, row, provider);
    return begun === "waits" ? begun : begun === "ended" ? undefined : provider.send(begun);
  }
  const provider = payoutsFor(context, row);
  const answer = await provider.ask(row.withdrawal_id);
  if (answer === "never_seen") {
    return sendAgain(context, row, provider, patience);
  }
  await adoptInstruction(context.db.kysely, row.withdrawal_id, provider.account);
  return answer;
}

async function settle(
  context: AppContext,
  row: InstructionRow,
  patience: PayoutPatience,
): Promise<void> {
  const { withdrawal_id: id } = row;
  let isAsked = row.state === "sent";
  try {
    const answer = await talk(context, row, patience);
    if (answer === "waits") {
      // Its account is stopped, or it is not what was approved: this order is tried again after all
      // others, and after a pause.
      isAsked = true;
    } else if (answer !== undefined) {
      await applyPayout(context, id, answer);
    }
  } catch (error) {
    // If the order was sent, its outcome is unknown: the withdrawal stays in processing until the
    // provider is queried again. If it could not be sent, others must not wait for it: it is tried
    // again after them, and after a pause.
    isAsked = true;
    const level = isOtherAccount(error) ? "error" : "warn";
    context.log[level]({ err: error, withdrawal: id }, "no answer about a payout");
  }
  await endLease(context.db.kysely, id, isAsked);
}

/**
 * Sends queued orders and queries the status of orders that were sent. Each order is leased
 * separately and is handled outside any transaction. If a server dies between two steps, its lease
 * expires, and the row shows what it may have sent.
 *
 * @returns the number of instructions handled
 */
export async function sendPayouts(
  context: AppContext,
  patience: PayoutPatience = PATIENCE,
): Promise<number> {
  const looked = new Set<string>();
  while (looked.size < MOST_AT_ONCE) {
    const row = await leaseInstruction(context.db.kysely, patience);
    if (row === undefined) {
      break;
    }
    // The longest-waiting instruction comes first, so seeing an instruction again means that all
    // others have been handled.
    if (looked.has(row.withdrawal_id)) {
      await endLease(context.db.kysely, row.withdrawal_id, false);
      break;
    }
    looked.add(row.withdrawal_id);
    await settle(context, row, patience);
  }
  return looked.size;
}
