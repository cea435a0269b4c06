import { houseAccount, type Movement, type Result } from "@tessera/ledger";
import type { AppContext } from "../../platform/context.ts";
import { keyLimitsOf, refusalOfKeyDay } from "../../platform/http/api-keys/key-ceilings.ts";
import type { KeyUse } from "../../platform/http/api-keys/key-use.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { Funding } from "../lifecycle/index.ts";
import { ledgerClientKey, refusalOfState } from "../lifecycle/index.ts";
import type { QuoteOperation } from "../pricing/index.ts";
import { QUOTED_CARDS, type QuotedCard } from "./quotes.repository.ts";
import { spendQuoteOnDebt } from "./redeem-quote-on-debt.ts";

/** The row that a redemption reads in the same statement as its idempotency key. */
export const QUOTES_TO_REDEEM = QUOTED_CARDS;

export interface SpendQuoteInput {
  readonly customerId: string;
  readonly cardId: string | undefined;
  /** The quote as just read, with its card; null if there is none. */
  readonly quote: QuotedCard | null;
  readonly operation: QuoteOperation;
  readonly idempotencyKey: string;
  /**
   * The reason why new charges are blocked. A retry of an earlier charge still gets its original
   * response.
   */
  readonly stoppedBy?: Refusal | undefined;
  /** The API key with which the call is made. Its ceilings count what the quote costs. */
  readonly key?: KeyUse | undefined;
}

/**
 * Redeems a quote: charges either exactly the quoted amounts or nothing.
 *
 * Only the card and the quote are read beforehand, in one statement shared by all waiting requests,
 * and nothing is locked. They may be stale by the time the money moves, but this is safe, since the
 * ledger itself refuses the movement if the account has too little money, if a freeze has blocked
 * the card's debits, or if the card's account is closed. The quote's id is also the movement's id,
 * so no number of concurrent calls can redeem the quote more than once. The only case that the
 * ledger lets through is a load that overlaps with a freeze, which is equivalent to a load just
 * before the freeze.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_closing`, `card_frozen`, `card_frozen_risk`,
 * `card_frozen_operator`, `quote_expired`, `quote_used`, `insufficient_funds`, `account_suspended`,
 * `api_key_ceiling_exceeded`, `idempotency_mismatch`, and `stoppedBy`
 */
export async function spendQuote(context: AppContext, input: SpendQuoteInput): Promise<Funding> {
  const { quote, key } = input;
  if (
    quote === null ||
    quote.customerId !== input.customerId ||
    quote.cardId !== input.cardId ||
    quote.operation !== input.operation
  ) {
    throw new Refusal("not_found");
  }
  const now = context.clock.now();
  const { currency } = quote;
  const amountMinor = quote.amountMinor + quote.feeMinor;
  const limits = keyLimitsOf(key, { currency, amountMinor, at: now });
  const { guards } = limits;
  const movement = { ...quotedMovement(quote, input.idempotencyKey, now), guards };
  const refusal = refusalBeforehand(quote, now) ?? input.stoppedBy ?? limits.refusal;
  const charge = { quote, movement, key };
  if (refusal === undefined && quote.owedMinor === 0n) {
    const result = await context.ledger.submit(movement);
    return fundingOf(quote, await postedOf(context, charge, result), true);
  }
  await requireOwnKey(context, movement);
  // A retry after a lost response returns the original charge, regardless of later changes.
  const isRepeat = (await context.ledger.movementResult(quote.id)) !== undefined;
  if (isRepeat) {
    const result = await context.ledger.submit(movement);
    const posted = await postedOf(context, charge, result);
    return fundingOf(quote, posted, quote.owedMinor === 0n);
  }
  if (refusal !== undefined) {
    throw refusal;
  }
  // If the card's balance were read later, it would include the repayment, which is not part of the
  // charge.
  const { result, cardMinor } = await spendQuoteOnDebt(context, quote, movement);
  const posted = await postedOf(context, charge, result);
  return { ...fundingOf(quote, posted, false), cardMinor };
}

/**
 * Rejects a key that was used to charge another quote. This is checked before anything else,
 * because a refusal stored under the key would hide the ledger's response for that key.
 */
async function requireOwnKey(context: AppContext, movement: Movement): Promise<void> {
  const { customerId, clientKey, id } = movement;
  const usedFor = await context.ledger.movementOfKey(context.db, customerId, clientKey ?? "");
  if (usedFor !== undefined && usedFor !== id) {
    throw new Refusal("idempotency_mismatch");
  }
}

function refusalBeforehand(quote: QuotedCard, now: Date): Refusal | undefined {
  const refusal = refusalOfState(quote.status, quote.freezes);
  if (refusal !== undefined) {
    return refusal;
  }
  return quote.expiresAt <= now ? new Refusal("quote_expired") : undefined;
}

/** Returns the movement that redeems a quote. */
export function quotedMovement(quote: QuotedCard, idempotencyKey: string, now: Date): Movement {
  const isDeposit = quote.operation === "deposit";
  const { cardAccount, fundingAccount, amountMinor, feeMinor } = quote;
  const [from, to] = isDeposit ? [fundingAccount, cardAccount] : [cardAccount, fundingAccount];
  const fees = houseAccount("fees", quote.currency);
  return {
    id: quote.id,
    customerId: quote.customerId,
    kind: isDeposit ? "card_deposit" : "card_withdraw",
    cardId: quote.cardId,
    parentId: null,
    status: "completed",
    currency: quote.currency,
    // From the card's point of view. The fee is reported separately.
    amountMinor: isDeposit ? amountMinor : -amountMinor,
    feeMinor,
    title: "",
    data: { last4: quote.last4 },
    eventAt: now,
    clientKey: ledgerClientKey(quote.operation, idempotencyKey),
    legs: [
      { type: "transfer", debit: from, credit: to, amountMinor },
      ...(feeMinor === 0n
        ? []
        : [{ type: "transfer", debit: from, credit: fees, amountMinor: feeMinor } as const]),
    ],
  };
}

/** What a redemption charges, and the key that makes it. */
interface Charge {
  readonly quote: QuotedCard;
  readonly movement: Movement;
  readonly key: KeyUse | undefined;
}

type Posted = Extract<Result, { balances: unknown }>;

async function postedOf(
  context: AppContext,
  { quote, movement, key }: Charge,
  result: Result,
): Promise<Posted> {
  if (result.outcome !== "refused") {
    return result;
  }
  const ofKey = refusalOfKeyDay(key, movement, result);
  if (ofKey !== undefined) {
    throw ofKey;
  }
  switch (result.reason) {
    case "insufficient":
      throw new Refusal("insufficient_funds", { internal: `quote ${quote.id}` });
    case "blocked":
      throw await refusalOfBlocked(context, quote);
    case "closed":
      throw new Refusal("card_closed");
    case "mismatch":
      await requireOwnKey(context, movement);
      throw new Refusal("quote_used");
    default:
      throw new Error(`the ledger refused quote ${quote.id}: ${result.reason}`);
  }
}

/**
 * Returns the refusal for a blocked account. For a load, this is the customer's account. For an
 * unload, it is the card's account, blocked by a freeze or by a stop that a customer cannot lift.
 */
async function refusalOfBlocked(context: AppContext, quote: QuotedCard): Promise<Refusal> {
  if (quote.operation === "deposit") {
    return new Refusal("account_suspended");
  }
  const [card] = await context.ledger.balances(context.db, [quote.cardAccount]);
  return new Refusal(card?.status === "blocked" ? "account_suspended" : "card_frozen");
}

function fundingOf(quote: QuotedCard, posted: Posted, inLedger: boolean): Funding {
  const balanceOf = (account: bigint): bigint => {
    const balance = posted.balances.find((one) => one.account === account);
    if (balance === undefined) {
      throw new Error(`movement ${posted.movementId} was returned without account ${account}`);
    }
    return balance.postedMinor;
  };
  return {
    movementId: posted.movementId,
    currency: quote.currency,
    amountMinor: quote.amountMinor,
    feeMinor: quote.feeMinor,
    accountMinor: balanceOf(quote.fundingAccount),
    cardMinor: balanceOf(quote.cardAccount),
    inLedger,
    repeated: posted.outcome === "already_posted",
  };
}
