import type { Withdrawal } from "@tessera/contract/money-movement/withdrawals.schemas";
import type { Result } from "@tessera/ledger";
import { formatAmount } from "@tessera/money";
import { periodIn } from "../../authorization/decision/index.ts";
import { programSettings } from "../../back-office/program/index.ts";
import { accountOf, requireNotClosed } from "../../identity/people/index.ts";
import { hasSecondFactor } from "../../identity/second-factor/index.ts";
import { requireNoSecurityHold } from "../../identity/security-hold/index.ts";
import { requireOwnProof, spendProof } from "../../identity/sessions/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { shareAddress } from "./addresses/addresses.repository.ts";
import { limitMinorOf, reasonsOf, requirePositionFor, requireUsable } from "./quote-withdrawal.ts";
import { lockOf } from "./read-terms.ts";
import { presentWithSteps } from "./read-withdrawals.ts";
import { payoutsOf } from "./send/payouts.ts";
import { enqueueWithdrawalMail } from "./withdrawal-mails.ts";
import { listedMovement } from "./withdrawal-movements.ts";
import { dayLimitOf, MAX_PER_DAY } from "./withdrawal-terms.policy.ts";
import {
  insertStep,
  insertWithdrawal,
  selectQuote,
  selectWithdrawal,
  selectWithdrawalByKey,
} from "./withdrawals.repository.ts";
import type { QuoteRow, WithdrawalRow } from "./withdrawals.tables.ts";

export interface CreateWithdrawalInput {
  readonly session: Session;
  /** A uuid; undefined if the requested id is not a quote id. */
  readonly quoteId: string | undefined;
  /** The header `X-Proof` as received. */
  readonly proof: string | readonly string[] | undefined;
  readonly idempotencyKey: string;
  readonly requestId: string;
}

/**
 * Finds the withdrawal that was created earlier with a key.
 *
 * @throws Refusal `idempotency_mismatch` if the key was used for another quote
 */
async function findFormer(
  tx: Tx,
  { session, idempotencyKey, quoteId }: CreateWithdrawalInput,
): Promise<WithdrawalRow | undefined> {
  const key = { customerId: session.customerId, clientKey: idempotencyKey };
  const former = await selectWithdrawalByKey(tx, key);
  if (former !== undefined && former.id !== quoteId) {
    throw new Refusal("idempotency_mismatch");
  }
  return former;
}

/** Returns the quote if it can still be redeemed. */
async function requireQuote(
  context: AppContext,
  tx: Tx,
  { quoteId: id, session }: CreateWithdrawalInput,
): Promise<QuoteRow> {
  const { customerId } = session;
  const quote = id === undefined ? undefined : await selectQuote(tx, { id, customerId });
  if (quote === undefined) {
    throw new Refusal("not_found");
  }
  if ((await selectWithdrawal(tx, { id: quote.id, customerId })) !== undefined) {
    throw new Refusal("quote_used");
  }
  if (quote.expires_at <= context.clock.now()) {
    throw new Refusal("quote_expired");
  }
  return quote;
}

/** Returns the terms shown to the owner, which the step-up token must be bound to. */
function subjectOf(quote: QuoteRow) {
  const { currency, address } = quote;
  const amount = formatAmount(quote.amount_minor, currency);
  const quoteId = wireId("quo", quote.id);
  return { operation: "withdrawal", quoteId, amount, currency, address } as const;
}

/** Converts the ledger's reason for refusing a hold into a refusal of the withdrawal. */
export function refusalOf(result: Result | undefined): Refusal {
  const reason = result?.outcome === "refused" ? result.reason : undefined;
  switch (reason) {
    case "insufficient":
      return new Refusal("insufficient_funds");
    case "guard_exceeded":
      return new Refusal("withdrawal_limit");
    case "blocked":
    case "closed":
      return new Refusal("account_suspended");
    default:
      throw new Error(`the ledger refused a withdrawal: ${reason}`);
  }
}

async function create(
  context: AppContext,
  tx: Tx,
  input: CreateWithdrawalInput,
): Promise<WithdrawalRow> {
  const { session } = input;
  const { customerId } = session;
  await requireNoSecurityHold(tx, customerId);
  await requireNotClosed(tx, customerId);
  // A concurrent request with the same key may have committed by now.
  const former = await findFormer(tx, input);
  if (former !== undefined) {
    return former;
  }
  await requireOwnProof(context, tx, input);
  const quote = await requireQuote(context, tx, input);
  if ((await lockOf(context, tx, customerId)) !== undefined) {
    throw new Refusal("withdrawals_locked");
  }
  const address = await shareAddress(tx, { id: quote.address_id, customerId });
  if (address === undefined) {
    throw new Refusal("not_found", { internal: "the address left the book" });
  }
  const at = context.clock.now();
  requireUsable(address, at);
  await requirePositionFor(context, tx, {
    ...{ currency: quote.currency, amountMinor: quote.amount_minor, feeMinor: quote.fee_minor },
    ...{ networkFeeMinor: quote.network_fee_minor, totalMinor: quote.total_minor },
    receiveMinor: quote.receive_minor,
  });
  const { proof } = input;
  const { factor } = await spendProof(context, tx, { session, proof, subject: subjectOf(quote) });
  const { reasons, needsTwo } = await reasonsOf(context, tx, { quote, address });
  const { cancelSeconds } = context.config.withdrawals;
  const own = {
    id: quote.id,
    customer_id: customerId,
    client_key: input.idempotencyKey,
    state: "cooling" as const,
    review_reasons: reasons,
    needs_two: needsTwo,
    limit_day: periodIn(context.config.timeZone, at).day,
    limit_minor: limitMinorOf(quote),
    factor,
    cancel_until: new Date(at.getTime() + cancelSeconds * 1_000),
    created_at: at,
    state_at: at,
    transaction_hash: null,
    unknown_status: null,
    return_movement_id: null,
    payout_movement_id: null,
    ended_at: null,
  };
  if (!(await insertWithdrawal(tx, own))) {
    throw new Refusal("quote_used", { internal: "somebody else was faster" });
  }
  const row: WithdrawalRow = {
    ...{ ...quote, ...own },
    confirmations: 0,
    label: address.label,
    hold_id: own.id,
  };
  const [result] = await context.ledger.post(tx, [await holdOf(context, tx, row, input)]);
  if (result === undefined || result.outcome === "refused") {
    throw refusalOf(result);
  }
  await insertStep(tx, { withdrawalId: row.id, state: row.state, at });
  await enqueueWithdrawalMail(context, tx, row);
  return row;
}

async function holdOf(
  context: AppContext,
  tx: Tx,
  row: WithdrawalRow,
  { session, requestId }: CreateWithdrawalInput,
) {
  const hasFactor = await hasSecondFactor(tx, session.userId);
  const settings = await programSettings(context, tx);
  return listedMovement(row, {
    account: await accountOf(tx, row.customer_id, row.currency),
    at: row.created_at,
    maxMinor: dayLimitOf(settings.withdrawal, hasFactor),
    maxCount: MAX_PER_DAY,
    audit: [
      {
        action: "withdrawal.create",
        actor: session.username,
        customerId: row.customer_id,
        object: wireId("wdr", row.id),
        outcome: "ok",
        requestId,
        data: { factor: row.factor, network: row.network, address: row.address },
      },
    ],
  });
}

/**
 * Redeems a quote for a withdrawal. A quote can be redeemed only once. Holds the money, emails the
 * owner and starts the cancel window. A retry with the same key gets the first response again. The
 * costs are as quoted, while the review thresholds and the daily limit are the program's current
 * ones.
 *
 * @throws Refusal `not_found`, `quote_expired`, `quote_used`, `withdrawals_on_hold`,
 * `withdrawals_locked`, `address_cooling`, `exchange_paused`, `insufficient_funds`,
 * `rates_unavailable`, `withdrawal_limit`, `account_suspended`, `idempotency_mismatch`,
 * `not_offered`, and those from `spendProof`
 */
export async function createWithdrawal(
  context: AppContext,
  input: CreateWithdrawalInput,
): Promise<Withdrawal> {
  const row = await inTransaction(context.db, async (tx) => {
    const former = await findFormer(tx, input);
    if (former !== undefined) {
      return former;
    }
    payoutsOf(context);
    return create(context, tx, input);
  });
  return presentWithSteps(context, row);
}
