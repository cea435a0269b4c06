import type { Proposal } from "@tessera/contract/identity/proposals.schemas";
import type { ProposeBankTradeBody } from "@tessera/contract/money-movement/exchange.schemas";
import type { AccountId, Movement } from "@tessera/ledger";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import {
  type ProposalHandler,
  type ProposalTerms,
  proposeChange,
} from "../../identity/operators/index.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, PROGRAM_ID, wireId } from "../../platform/ids.ts";
import { insertBankTrade, isTradeRecorded } from "./exchanges.repository.ts";
import type { BankTradeRow } from "./exchanges.tables.ts";
import { turnoverGuard } from "./position-counters.ts";

interface TradeProposal {
  readonly body: ProposeBankTradeBody;
  readonly act: OperatorAct;
  readonly idempotencyKey: string;
}

/**
 * Proposes to record a trade with a bank that offsets an open position. It is posted when another
 * administrator approves it.
 *
 * @throws Refusal `invalid_input`, `bank_trade_recorded`, `forbidden`, `no_second_administrator`,
 * `idempotency_mismatch`
 */
export function proposeBankTrade(
  context: AppContext,
  { body, act, idempotencyKey }: TradeProposal,
): Promise<Proposal> {
  const { reason, bankReference, sold, bought } = body;
  const amountOf = ({ amount, currency }: ProposeBankTradeBody["sold"]) =>
    formatAmount(requireAmount(amount, currency), currency);
  const trade = {
    ...{ sold: amountOf(sold), soldCurrency: sold.currency },
    ...{ bought: amountOf(bought), boughtCurrency: bought.currency, bankReference },
  };
  return proposeChange(context, {
    ...{ kind: "bank_trade", operatorId: null, reason, act, idempotencyKey },
    termsOf: async () => ({ trade }),
    isSame: ({ trade: known }) => known !== undefined && isSameTrade(known, trade),
  });
}

type ProposedTrade = NonNullable<ProposalTerms["trade"]>;

/** The order of a stored document's fields is not that in which they were written. */
function isSameTrade(one: ProposedTrade, other: ProposedTrade): boolean {
  const fields = Object.keys(other) as (keyof ProposedTrade)[];
  return fields.every((field) => one[field] === other[field]);
}

/** Handles the approval of a trade with a bank, which posts it. */
export const bankTradeProposals: ProposalHandler = {
  kinds: ["bank_trade"],
  async check(_context, tx, { terms }) {
    if (await isTradeRecorded(tx, tradeOf(terms).bankReference)) {
      throw new Refusal("bank_trade_recorded");
    }
  },
  async apply(context, tx, { id, terms }) {
    const { sold, soldCurrency, bought, boughtCurrency, bankReference } = tradeOf(terms);
    const now = context.clock.now();
    const row: BankTradeRow = {
      ...{ id: newId(now), bought_movement_id: newId(now) },
      ...{ sold_currency: soldCurrency, sold_minor: requireAmount(sold, soldCurrency) },
      ...{ bought_currency: boughtCurrency, bought_minor: requireAmount(bought, boughtCurrency) },
      ...{ bank_reference: bankReference, proposal_id: id, created_at: now },
    };
    if (!(await insertBankTrade(tx, row))) {
      throw new Refusal("bank_trade_recorded");
    }
    await post(context, tx, row);
    return async () => undefined;
  },
};

function tradeOf({ trade }: ProposalTerms): ProposedTrade {
  if (trade === undefined) {
    throw new Error("a proposed trade has no terms");
  }
  return trade;
}

async function post(context: AppContext, tx: Tx, trade: BankTradeRow): Promise<void> {
  const movements = bankTradeMovements(context, trade);
  const results = await context.ledger.post(tx, movements);
  const posted = results.filter(({ outcome }) => outcome === "posted");
  if (posted.length !== movements.length) {
    throw new Error(`the ledger refused the trade ${trade.id}`);
  }
}

/**
 * Builds the two movements of a trade, between the position and `suspense`, where a bank's imported
 * statements leave both sides of it until they are explained (0244). What the program sold to the
 * bank counts like what customers bought from it, and the reverse.
 */
function bankTradeMovements(
  { ledger }: Pick<AppContext, "ledger">,
  trade: BankTradeRow,
): readonly Movement[] {
  const { sold_currency: soldCurrency, sold_minor: soldMinor } = trade;
  const { bought_currency: boughtCurrency, bought_minor: boughtMinor } = trade;
  const of = (kind: "fx_position" | "suspense", currency: CurrencyCode) =>
    ledger.houseAccount(kind, currency);
  const movement = (
    id: string,
    { currency, amountMinor, debit, credit }: Transferred,
    side: "sold" | "bought",
  ): Movement => ({
    ...{ id, customerId: PROGRAM_ID, kind: "bank_trade", cardId: null, parentId: null },
    ...{ status: "completed", feeMinor: 0n, title: "", clientKey: null },
    data: { proposalId: wireId("prp", trade.proposal_id) },
    eventAt: trade.created_at,
    currency,
    amountMinor: side === "bought" ? -amountMinor : amountMinor,
    legs: [{ type: "transfer", debit, credit, amountMinor }],
    guards: [turnoverGuard(side, { currency, amountMinor })],
  });
  return [
    movement(
      trade.id,
      {
        ...{ currency: soldCurrency, amountMinor: soldMinor },
        ...{ debit: of("fx_position", soldCurrency), credit: of("suspense", soldCurrency) },
      },
      "bought",
    ),
    movement(
      trade.bought_movement_id,
      {
        ...{ currency: boughtCurrency, amountMinor: boughtMinor },
        ...{ debit: of("suspense", boughtCurrency), credit: of("fx_position", boughtCurrency) },
      },
      "sold",
    ),
  ];
}

interface Transferred {
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly debit: AccountId;
  readonly credit: AccountId;
}
