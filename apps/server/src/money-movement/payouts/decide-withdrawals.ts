import { formatAmount } from "@tessera/money";
import type { CaseFact, CaseHandler, ReviewCase } from "../../back-office/cases/index.ts";
import { isSuspendedNow } from "../../identity/people/index.ts";
import { isOnSecurityHold } from "../../identity/security-hold/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { priceUsdt } from "../rates/index.ts";
import { isAddressProven } from "./addresses/addresses.repository.ts";
import { appealWithdrawal } from "./appeal-withdrawal.ts";
import { moveWithdrawal } from "./move-withdrawal.ts";
import type { WithdrawalEvent } from "./withdrawal-states.policy.ts";
import { isRateStale, paysNoMoreThan } from "./withdrawal-terms.policy.ts";
import { formatAsset } from "./withdrawals.presenter.ts";
import { lockWithdrawal, selectCustomerSince } from "./withdrawals.repository.ts";
import type { WithdrawalRow } from "./withdrawals.tables.ts";

async function requireWithdrawal(tx: Tx, reviewCase: ReviewCase): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, reviewCase.subjectId);
  if (row === undefined) {
    throw new Error(`case ${reviewCase.id} has no withdrawal`);
  }
  return row;
}

async function move(
  context: AppContext,
  tx: Tx,
  reviewCase: ReviewCase,
  how: {
    readonly event: WithdrawalEvent;
    readonly actor: string;
    readonly requestId: string | null;
  },
): Promise<void> {
  const row = await requireWithdrawal(tx, reviewCase);
  const { event, actor, requestId } = how;
  if ((await moveWithdrawal(context, tx, row, { event, by: { actor, requestId } })) === undefined) {
    throw new Refusal("withdrawal_not_cancellable", { internal: `${event} from ${row.state}` });
  }
}

/**
 * Refuses a withdrawal whose rate can no longer be honored.
 *
 * @throws Refusal `withdrawal_rate_stale` if the rate is old and the current rate would pay less
 */
async function requireGoodRate(context: AppContext, tx: Tx, row: WithdrawalRow): Promise<void> {
  const { currency, created_at: askedAt } = row;
  if (!isRateStale({ currency, askedAt }, context.clock.now())) {
    return;
  }
  const today = await priceUsdt(context, tx, { currency, side: "withdrawal" }).catch(
    (error: unknown) => {
      if (error instanceof Refusal) {
        throw new Refusal("withdrawal_rate_stale", { internal: `no rate now: ${error.code}` });
      }
      throw error;
    },
  );
  if (!paysNoMoreThan(today.rateScaled, row.rate_scaled)) {
    throw new Refusal("withdrawal_rate_stale");
  }
}

async function factsOf(tx: Tx, reviewCase: ReviewCase): Promise<CaseFact[]> {
  const row = await requireWithdrawal(tx, reviewCase);
  const { currency, customer_id: customerId, network, address } = row;
  const [since, isProven] = await Promise.all([
    selectCustomerSince(tx, customerId),
    isAddressProven(tx, { customerId, network, address }),
  ]);
  const money = (name: string, amountMinor: bigint): CaseFact => ({
    name,
    kind: "amount",
    value: formatAmount(amountMinor, currency),
    currency,
  });
  return [
    money("amount", row.amount_minor),
    money("fee", row.fee_minor + row.network_fee_minor),
    money("total", row.total_minor),
    { name: "arrives", value: `${formatAsset(row.receive_minor)} ${row.asset}` },
    { name: "network", value: network },
    { name: "address", kind: "address", value: address },
    { name: "address_label", value: row.label },
    { name: "address_proven", value: isProven ? "yes" : "no" },
    { name: "proved_with", value: row.factor },
    { name: "asked_at", kind: "time", value: row.created_at.toISOString() },
    ...(since === undefined
      ? []
      : [{ name: "customer_since", kind: "time", value: since.toISOString() } as const]),
  ];
}

/**
 * Handles decisions on withdrawal cases. The money moves in the same transaction as the decision.
 */
export const withdrawalCases: CaseHandler = {
  kind: "withdrawal",
  facts: (_context, tx, reviewCase) => factsOf(tx, reviewCase),
  async approve(context, tx, reviewCase, { actor, requestId }) {
    if (await isOnSecurityHold(tx, reviewCase.customerId)) {
      throw new Refusal("withdrawals_on_hold");
    }
    if (await isSuspendedNow(tx, reviewCase.customerId)) {
      throw new Refusal("account_suspended");
    }
    await requireGoodRate(context, tx, await requireWithdrawal(tx, reviewCase));
    await move(context, tx, reviewCase, { event: "approved", actor, requestId });
  },
  reject: (context, tx, reviewCase, { actor, requestId }) =>
    move(context, tx, reviewCase, { event: "rejected", actor, requestId }),
  end: (context, tx, reviewCase, how) =>
    move(context, tx, reviewCase, {
      event: how === "expired" ? "timed_out" : "cancelled",
      actor: how === "expired" ? "system" : "customer",
      requestId: null,
    }),
  reopen: (context, tx, { subjectId: withdrawalId, customerId }) =>
    appealWithdrawal(context, tx, { withdrawalId, customerId }),
};
