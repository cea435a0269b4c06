import {
  explainDecline,
  listStrategies,
  preflight,
} from "@tessera/contract/authorization/risk.endpoints";
import { listSegments } from "@tessera/contract/cards/card-issuing.endpoints";
import { setCardLabel } from "@tessera/contract/cards/card-settings.endpoints";
import {
  depositToCard,
  freezeCard,
  getCard,
  listCards,
  quoteCard,
  unfreezeCard,
  withdrawFromCard,
} from "@tessera/contract/cards/cards.endpoints";
import {
  changeMandate,
  getMandate,
  listMandates,
  proposeMandate,
  withdrawMandate,
} from "@tessera/contract/cards/mandates.endpoints";
import type { Endpoint } from "@tessera/contract/endpoint";
import { getTransaction, listTransactions } from "@tessera/contract/insights/bills.endpoints";
import {
  getCardHolds,
  getLikelyCharges,
  getSafeToSpend,
} from "@tessera/contract/insights/forecast.endpoints";
import { getSpending } from "@tessera/contract/insights/spending.endpoints";
import { createExchange, quoteExchange } from "@tessera/contract/money-movement/exchange.endpoints";
import { getRates, getWallet } from "@tessera/contract/money-movement/wallet.endpoints";

/** A tool: a call of the contract, under a name and a description for language models. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly endpoint: Endpoint;
}

function tool(name: string, title: string, description: string, endpoint: Endpoint): McpTool {
  return { name, title, description, endpoint };
}

/** Added to the description of every tool that moves money. */
const MOVES_MONEY =
  "Moves money at once, within the ceilings of the API key. Ask the person before you call it.";

/**
 * The tools of the MCP server, in the order in which they are listed. A key sees those that its
 * scopes include. Calls that need a person's step-up are no tools.
 */
export const MCP_TOOLS: readonly McpTool[] = [
  tool(
    "propose_purchase",
    "Propose a purchase",
    "Proposes one purchase: a merchant, a ceiling, a currency, until when, and a purpose in one " +
      "line. Nothing is charged. A person sees the mandate in Tessera and approves, changes or " +
      "refuses it; then a card is issued that pays this merchant once, up to the ceiling. Use " +
      "the merchant's name as card statements show it.",
    proposeMandate,
  ),
  tool(
    "change_purchase",
    "Change a proposed purchase",
    "Replaces the terms of a purchase that this key proposed and nobody has decided yet. Name " +
      "the revision that you have read.",
    changeMandate,
  ),
  tool(
    "withdraw_purchase",
    "Withdraw a purchase",
    "Takes back a purchase that this key proposed. If it was approved, its card closes and the " +
      "unused money returns to the account.",
    withdrawMandate,
  ),
  tool(
    "get_purchase",
    "Read a purchase",
    "Reads a purchase mandate: its status, its card, and what approving it costs. Poll it " +
      "every few minutes at most while a person decides.",
    getMandate,
  ),
  tool(
    "list_purchases",
    "List purchases",
    "Lists the customer's purchase mandates, newest first.",
    listMandates,
  ),
  tool("list_cards", "List cards", "Lists the cards with balances, limits and states.", listCards),
  tool("get_card", "Read a card", "Reads one card. Card numbers are never included.", getCard),
  tool(
    "list_card_products",
    "List card products",
    "Lists the card products on offer, with their fees and limits.",
    listSegments,
  ),
  tool("freeze_card", "Freeze a card", "Stops new payments with a card at once.", freezeCard),
  tool("unfreeze_card", "Unfreeze a card", "Lifts the owner's freeze of a card.", unfreezeCard),
  tool("label_card", "Label a card", "Sets the nickname and the tags of a card.", setCardLabel),
  tool(
    "quote_card_transfer",
    "Quote a card transfer",
    "Quotes moving money from the account to a card (`deposit`) or back (`withdraw`), with the " +
      "fee. Moves nothing. The quote is valid for five minutes.",
    quoteCard,
  ),
  tool("load_card", "Load a card", `Redeems a \`deposit\` quote. ${MOVES_MONEY}`, depositToCard),
  tool(
    "unload_card",
    "Unload a card",
    `Redeems a \`withdraw\` quote. ${MOVES_MONEY}`,
    withdrawFromCard,
  ),
  tool(
    "list_transactions",
    "List transactions",
    "Lists movements of money, newest first, with filters for card, kind, time and amount.",
    listTransactions,
  ),
  tool(
    "get_transaction",
    "Read a transaction",
    "Reads one movement with its timeline and, for a payment under a mandate, the mandate.",
    getTransaction,
  ),
  tool(
    "explain_decline",
    "Explain a decline",
    "Explains, check by check, why a payment was declined, and what would let it pass.",
    explainDecline,
  ),
  tool(
    "check_payment",
    "Check a payment",
    "Says whether a payment would be approved, without making it.",
    preflight,
  ),
  tool("list_rules", "List rules", "Lists the customer's own payment rules.", listStrategies),
  tool(
    "get_safe_to_spend",
    "Read safe to spend",
    "Says what a card can spend without missing expected charges.",
    getSafeToSpend,
  ),
  tool("list_holds", "List holds", "Lists a card's payments that are on hold.", getCardHolds),
  tool(
    "list_likely_charges",
    "List likely charges",
    "Lists the charges that are expected on a card within days.",
    getLikelyCharges,
  ),
  tool("get_spending", "Read spending", "Sums spending over a period, by group.", getSpending),
  tool("get_wallet", "Read the wallet", "Reads the balances of the accounts.", getWallet),
  tool("get_rates", "Read exchange rates", "Reads the current exchange rates.", getRates),
  tool(
    "quote_exchange",
    "Quote an exchange",
    "Quotes an exchange between the customer's own accounts. Moves nothing.",
    quoteExchange,
  ),
  tool(
    "exchange",
    "Exchange money",
    `Redeems a quote of an exchange. ${MOVES_MONEY}`,
    createExchange,
  ),
];
