import type { Ledger, Movement } from "@tessera/ledger";
import { v7 as uuidv7 } from "uuid";
import type { Caller } from "./http-population.ts";
import { submitAll } from "./submit-all.ts";

const DAY_MS = 86_400_000;
const DAYS = 89;
const SHOPS = [
  { name: "Adobe", mcc: "5734", country: "US", category: "software" },
  { name: "Meta Ads", mcc: "7311", country: "IE", category: "advertising" },
  { name: "Cathay Pacific", mcc: "4511", country: "HK", category: "travel" },
  { name: "Muji Online", mcc: "5311", country: "JP", category: "shopping" },
] as const;

/**
 * Writes three months of a customer's authorizations, in the form the ledger would have written.
 */
export async function loadHistory(
  ledger: Ledger,
  { customerId, cardId }: Caller,
  payments: number,
): Promise<void> {
  const card = cardId.replace(/^card_/, "");
  const startMs = Date.now() - DAYS * DAY_MS;
  const stepMs = (DAYS * DAY_MS) / payments;
  await submitAll(ledger, payments, (index): Movement => {
    const at = new Date(startMs + index * stepMs);
    const day = at.toISOString().slice(0, 10);
    const merchant = SHOPS[index % SHOPS.length] ?? SHOPS[0];
    const amountMinor = BigInt(100 + (index % 97) * 13);
    return {
      id: uuidv7(),
      customerId,
      kind: "purchase",
      cardId: card,
      parentId: null,
      status: "completed",
      currency: "USD",
      amountMinor: -amountMinor,
      feeMinor: 0n,
      title: merchant.name,
      data: { last4: "0000", merchant, channel: "remote" },
      eventAt: at,
      clientKey: null,
      legs: [],
      guards: [
        { subject: card, window: `day:${day}`, amountMinor, count: 1 },
        { subject: card, window: `month:${day.slice(0, 7)}`, amountMinor, count: 1 },
      ],
    };
  });
}

/**
 * Measures a backtest of a draft over the entire history, in seconds from the request to the last
 * byte.
 */
export async function timeBacktest(url: string, { token, address }: Caller): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url}/api/risk/backtests`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": address,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      days: 90,
      rule: {
        when: { spending: { over: "150.00", window: "day" } },
        action: "decline",
        scope: { cards: "all" },
        counts: "per_card",
        currency: "USD",
        email: false,
      },
    }),
  });
  const answer = (await response.json()) as { readonly payments?: number };
  if (!response.ok || answer.payments === undefined) {
    throw new Error(`the backtest returned ${response.status}: ${JSON.stringify(answer)}`);
  }
  return (performance.now() - started) / 1_000;
}
