import type { Exchange } from "@tessera/contract/money-movement/exchange.schemas";
import type { Movement, Result } from "@tessera/ledger";
import { accountOf, requireNotClosed } from "../../identity/people/index.ts";
import { requireNoSecurityHold } from "../../identity/security-hold/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { keyLimitsOf, refusalOfKeyDay } from "../../platform/http/api-keys/key-ceilings.ts";
import type { KeyUse } from "../../platform/http/api-keys/key-use.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { ratesBook } from "../rates/index.ts";
import { presentExchange } from "./exchange.presenter.ts";
import { exchangeMovements } from "./exchange-movements.ts";
import {
  insertExchange,
  selectExchange,
  selectExchangeByKey,
  selectQuote,
} from "./exchanges.repository.ts";
import type { ExchangeRow, QuoteRow } from "./exchanges.tables.ts";
import { positionCeilings } from "./open-position.ts";

interface CreateExchangeInput {
  readonly customerId: string;
  /** A uuid; undefined if the requested id is not a quote id. */
  readonly quoteId: string | undefined;
  readonly idempotencyKey: string;
  /** The reason why new business is blocked. A retry still gets its original response. */
  readonly stoppedBy: Refusal | undefined;
  /** The API key with which the call is made. Its ceilings count what is sold. */
  readonly key?: KeyUse | undefined;
}

/**
 * How often an exchange is tried if it exceeds the limit on the open position. Meanwhile, another
 * exchange may have made room that the ceiling did not count.
 */
const MAX_TRIES = 3;

/**
 * Finds the exchange that was made earlier with a key.
 *
 * @throws Refusal `idempotency_mismatch` if the key was used for another quote
 */
async function findFormer(
  tx: Tx,
  { customerId, idempotencyKey, quoteId }: CreateExchangeInput,
): Promise<ExchangeRow | undefined> {
  const former = await selectExchangeByKey(tx, { customerId, clientKey: idempotencyKey });
  if (former !== undefined && former.id !== quoteId) {
    throw new Refusal("idempotency_mismatch");
  }
  return former;
}

/** Returns the quote if it can still be redeemed. */
async function requireQuote(
  context: AppContext,
  tx: Tx,
  { quoteId: id, customerId }: CreateExchangeInput,
): Promise<QuoteRow> {
  const quote = id === undefined ? undefined : await selectQuote(tx, { id, customerId });
  if (quote === undefined) {
    throw new Refusal("not_found");
  }
  if ((await selectExchange(tx, { id: quote.id, customerId })) !== undefined) {
    throw new Refusal("quote_used");
  }
  if (quote.expires_at <= context.clock.now()) {
    throw new Refusal("quote_expired");
  }
  return quote;
}

/** Converts the ledger's reason for refusing a movement into a refusal of the exchange. */
function refusalOf(
  key: KeyUse | undefined,
  movement: Movement | undefined,
  result: Result | undefined,
): Refusal {
  const ofKey =
    movement === undefined || result === undefined
      ? undefined
      : refusalOfKeyDay(key, movement, result);
  if (ofKey !== undefined) {
    return ofKey;
  }
  const reason = result?.outcome === "refused" ? result.reason : undefined;
  switch (reason) {
    case "insufficient":
      return new Refusal("insufficient_funds");
    case "guard_exceeded":
      return new Refusal("exchange_paused", { internal: "another exchange was faster" });
    case "blocked":
    case "closed":
      return new Refusal("account_suspended");
    default:
      throw new Error(`the ledger refused an exchange: ${reason}`);
  }
}

async function create(
  context: AppContext,
  tx: Tx,
  input: CreateExchangeInput,
): Promise<ExchangeRow> {
  const { customerId, idempotencyKey } = input;
  await requireNoSecurityHold(tx, customerId);
  await requireNotClosed(tx, customerId);
  // A concurrent request with the same key may have committed by now.
  const former = await findFormer(tx, input);
  if (former !== undefined) {
    return former;
  }
  const quote = await requireQuote(context, tx, input);
  const at = context.clock.now();
  const { sold_currency: currency, sold_minor: amountMinor } = quote;
  const limits = keyLimitsOf(input.key, { currency, amountMinor, at });
  if (limits.refusal !== undefined) {
    throw limits.refusal;
  }
  const own = {
    id: quote.id,
    customer_id: customerId,
    client_key: idempotencyKey,
    created_at: at,
  };
  if (!(await insertExchange(tx, own))) {
    throw new Refusal("quote_used", { internal: "somebody else was faster" });
  }
  const { sold_currency: soldCurrency, bought_currency: boughtCurrency } = quote;
  const { sold_minor: soldMinor, bought_minor: boughtMinor } = quote;
  const exchanged = { soldCurrency, soldMinor, boughtCurrency, boughtMinor };
  // Only the limit in dollars is converted at today's rates. The exchange keeps those of its quote.
  const { sheet } = await context.use(ratesBook).current(tx);
  const movements = exchangeMovements(quote, {
    fromAccount: await accountOf(tx, customerId, soldCurrency),
    toAccount: await accountOf(tx, customerId, boughtCurrency),
    ...(await positionCeilings(context, tx, exchanged, sheet.perEuro)),
    keyGuards: limits.guards,
    at,
  });
  const results = await context.ledger.post(tx, movements);
  const refused = results.find(({ outcome }) => outcome === "refused");
  if (refused !== undefined || results.length !== movements.length) {
    // Undoes the other movement, too, with the transaction.
    const movement = movements.find(({ id }) => id === refused?.movementId);
    throw refusalOf(input.key, movement, refused);
  }
  return { ...quote, ...own };
}

/** Exchanges in a transaction of its own, which is undone if any part is refused. */
function tryExchange(context: AppContext, input: CreateExchangeInput): Promise<ExchangeRow> {
  return inTransaction(context.db, async (tx) => {
    const former = await findFormer(tx, input);
    if (former !== undefined) {
      return former;
    }
    if (input.stoppedBy !== undefined) {
      throw input.stoppedBy;
    }
    return create(context, tx, input);
  });
}

/**
 * Redeems a quote: takes the sold amount from one account and credits the bought amount to another,
 * or does neither. A quote can be redeemed only once. A retry with the same key gets the first
 * response again. The rate is the quote's, while the limit on the open position is the current one.
 *
 * @throws Refusal `not_found`, `quote_expired`, `quote_used`, `insufficient_funds`,
 * `exchange_paused`, `account_suspended`, `account_closed`, `withdrawals_on_hold`,
 * `api_key_ceiling_exceeded`, `idempotency_mismatch`, `not_offered`, `rates_unavailable`, and
 * `stoppedBy`
 */
export async function createExchange(
  context: AppContext,
  input: CreateExchangeInput,
): Promise<Exchange> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return presentExchange(await tryExchange(context, input));
    } catch (error) {
      const isPaused = error instanceof Refusal && error.code === "exchange_paused";
      if (!isPaused || attempt === MAX_TRIES) {
        throw error;
      }
    }
  }
}
