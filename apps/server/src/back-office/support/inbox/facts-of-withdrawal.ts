import type { Withdrawal } from "@tessera/contract/money-movement/withdrawals.schemas";
import { formatAmount, parseAmount } from "@tessera/money";
import { getWithdrawal } from "../../../money-movement/payouts/index.ts";
import type { AppContext } from "../../../platform/context.ts";
import { parseId } from "../../../platform/ids.ts";
import { findCaseOf } from "../../cases/index.ts";
import { factsOfCase } from "./facts-of-case.ts";
import { type FactsQuestion, type Known, NOTHING } from "./facts-reader.ts";

const HEAD = 6;
const TAIL = 4;

/**
 * Shortens an address to its start and end, which are enough to distinguish it from the customer's
 * other addresses.
 */
function masked({ network, address }: Withdrawal): string {
  return `${network} ${address.slice(0, HEAD)}…${address.slice(-TAIL)}`;
}

/** Adds up all fees charged on top of the amount sent. */
function feeOf({ fee, networkFee, currency }: Withdrawal): string {
  const minor = (text: string) => parseAmount(text, currency) ?? 0n;
  return formatAmount(minor(fee) + minor(networkFee), currency);
}

/**
 * Returns the facts about a withdrawal, and about its review if there is or was one.
 *
 * @throws Refusal `not_found`
 */
export async function factsOfWithdrawal(
  context: AppContext,
  { customerId, id }: FactsQuestion,
): Promise<Known> {
  const withdrawalId = parseId("wdr", id);
  const found = await getWithdrawal(context, { customerId, withdrawalId });
  const subject = { kind: "withdrawal", subjectId: withdrawalId ?? "", customerId } as const;
  const held = await findCaseOf(context.db.kysely, subject);
  return {
    ...NOTHING,
    title: found.addressLabel,
    status: found.status,
    currency: found.currency,
    amount: `-${found.amount}`,
    fee: feeOf(found),
    at: found.createdAt,
    withdrawal: {
      stage: found.stage,
      destination: masked(found),
      cancelUntil: found.cancelUntil,
      movementId: found.movementId,
    },
    ...(held !== undefined && { case: factsOfCase(held) }),
  };
}
