import type { CurrencyCode } from "@tessera/money";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountOf } from "../../identity/people/index.ts";
import { SERVER_CHECKS } from "../../operations/verify/server-checks.repository.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { payAsFormerly } from "../../testing/former-release/pay-as-formerly.ts";
import {
  createTestContext,
  type TestContext,
  type TestCustomer,
} from "../../testing/test-context.ts";
import { sandboxChainOf } from "../deposits/chain.ts";
import { confirmEverything, depositorOf } from "../deposits/depositor.fixtures.ts";
import { retractTransfers } from "../deposits/retract-transfer.ts";
import { createExchange } from "../exchange/create-exchange.ts";
import { EXCHANGE_CHECKS } from "../exchange/exchange-checks.repository.ts";
import { quoteExchange } from "../exchange/quote-exchange.ts";
import { advanceWithdrawals } from "../payouts/advance-withdrawals.ts";
import { sandboxPayoutsOf } from "../payouts/send/payouts.ts";
import { sendPayouts } from "../payouts/send/send-payouts.ts";
import { newWithdrawer } from "../payouts/withdrawals.fixtures.ts";
import { ASSET_CHECKS } from "./asset-checks.repository.ts";
import { openAssetBooks, readAssetBooks } from "./index.ts";

const AT_ONCE = { leaseMs: 0, askMs: 0, longestPauseMs: 0, lostMs: 0 };
const CHECKS = [...SERVER_CHECKS, ...EXCHANGE_CHECKS, ...ASSET_CHECKS];

let setup: TestContext;
let customer: TestCustomer;
let own: ReturnType<typeof depositorOf>;

beforeAll(async () => {
  setup = await createTestContext({ WITHDRAWAL_CANCEL_SECONDS: "60" });
});
afterAll(async () => {
  expect(await brokenPromises(setup.context, CHECKS)).toEqual([]);
  await setup.close();
});
beforeEach(async () => {
  customer = await setup.openCustomer();
  own = depositorOf(setup.context, customer.customerId);
});

async function balance(currency: CurrencyCode = "USD"): Promise<bigint> {
  const { context } = setup;
  const [found] = await context.ledger.balances(context.db.kysely, [customer.accounts[currency]]);
  return found?.postedMinor ?? -1n;
}

/** Reads the balances of an asset's accounts, and of the position in a currency. */
async function booksOf(asset: `${string}:${string}`, currency: CurrencyCode = "USD") {
  const { ledger, db } = setup.context;
  const accounts = await ledger.assetAccounts(db.kysely, asset);
  const read = (account: bigint) => ledger.houseBalance(db, account);
  return {
    chain: await read(accounts.chain_clearing),
    sold: await read(accounts.fx_position),
    dust: await read(accounts.dust),
    position: await read(ledger.houseAccount("fx_position", currency)),
    former: await read(ledger.houseAccount("chain_clearing", currency)),
  };
}

type Books = Awaited<ReturnType<typeof booksOf>>;

function changes(before: Books, after: Books): Books {
  const of = (name: keyof Books) => after[name] - before[name];
  return {
    ...{ chain: of("chain"), sold: of("sold"), dust: of("dust") },
    ...{ position: of("position"), former: of("former") },
  };
}

test("asset books: a deposit in dollars books the token and the dollars", async () => {
  const before = await booksOf("USDT:TRC20");
  const deposit = await own.create({ amount: "500.00" });
  await own.pay(deposit);
  await confirmEverything(setup.context);
  expect(await balance()).toBe(50_000n);
  expect(changes(before, await booksOf("USDT:TRC20"))).toEqual({
    ...{ chain: -500_000_000n, sold: 500_000_000n, dust: 0n, position: -50_000n, former: 0n },
  });
  const books = await readAssetBooks(setup.context.db.kysely);
  const { chain } = await booksOf("USDT:TRC20");
  expect(books.find((book) => book.chain === "TRC20")).toEqual({
    ...{ asset: "USDT", chain: "TRC20", scale: 6, balance: -chain },
  });
});

test("asset books: a deposit in euros counts as dollars sold and euros bought", async () => {
  const { ledger, db } = setup.context;
  const counters = async () => {
    const rows = await db.sql<{ subject: string; time_window: string; amount: bigint }[]>`
      select right(subject::text, 3) as subject, time_window, amount from ledger.counter
      where time_window in ('exchange:sold', 'exchange:bought')`;
    const of = (subject: string, side: string) =>
      rows.find((row) => row.subject === subject && row.time_window === `exchange:${side}`)
        ?.amount ?? 0n;
    return { dollars: of("840", "sold"), euros: of("978", "bought") };
  };
  const before = await counters();
  const position = await ledger.houseBalance(db, ledger.houseAccount("fx_position", "EUR"));
  const deposit = await own.create({ amount: "100.00", currency: "EUR" });
  await own.pay(deposit, "150.00");
  await confirmEverything(setup.context);
  const credited = await balance("EUR");
  const after = await counters();
  expect(after.dollars - before.dollars).toBe(15_000n);
  expect(after.euros - before.euros).toBe(credited);
  const moved = await ledger.houseBalance(db, ledger.houseAccount("fx_position", "EUR"));
  expect(moved - position).toBe(-credited);
});

test("asset books: what 18 decimals leave below a cent comes with the next deposit", async () => {
  const before = await booksOf("USDT:BEP20");
  const first = await own.create({ amount: "12.34", network: "BEP20" });
  await own.payExactly(first, { raw: 12_346_000_999_999_999_999n, decimals: 18 });
  expect(await balance()).toBe(1_234n);
  expect(changes(before, await booksOf("USDT:BEP20"))).toEqual({
    ...{ chain: -12_346_000n, sold: 12_340_000n, dust: 6_000n, position: -1_234n, former: 0n },
  });
  const second = await own.create({ amount: "12.34", network: "BEP20" });
  await own.payExactly(second, { raw: 12_345_000_000_000_000_000n, decimals: 18 });
  expect(await balance()).toBe(2_469n);
  expect((await own.read(second)).creditAmount).toBe("12.35");
  expect(changes(before, await booksOf("USDT:BEP20"))).toEqual({
    ...{ chain: -24_691_000n, sold: 24_690_000n, dust: 1_000n, position: -2_469n, former: 0n },
  });
  const [row] = await setup.context.db.sql<{ raw: string }[]>`
    select amount_raw::text as raw from deposit_payment where customer_id = ${customer.customerId}
    order by seen_at, id limit 1`;
  expect(row?.raw).toBe("12346000999999999999");
});

test("asset books: a payment that leaves the chain takes asset and remainder back", async () => {
  const { context } = setup;
  const chain = sandboxChainOf(context);
  const owner = await newWithdrawer(context, {});
  own = depositorOf(context, owner.customerId);
  const balance = async () => (await owner.balance()).posted;
  const before = await booksOf("USDT:ERC20");
  const first = await own.create({ amount: "20.00", network: "ERC20" });
  const transfer = await own.payExactly(first, { raw: 20_006_000n, decimals: 6 });
  const second = await own.create({ amount: "20.00", network: "ERC20" });
  await own.payExactly(second, { raw: 20_005_000n, decimals: 6 });
  expect(await balance()).toBe(4_001n);
  await chain.drop(transfer);
  await retractTransfers(context, chain, 10);
  expect(await balance()).toBe(2_001n);
  // The remainder of the payment that is gone was credited with the other one.
  expect(changes(before, await booksOf("USDT:ERC20"))).toEqual({
    ...{ chain: -20_005_000n, sold: 20_010_000n, dust: -5_000n, position: -2_001n, former: 0n },
  });
  const third = await own.create({ amount: "20.00", network: "ERC20" });
  await own.payExactly(third, { raw: 20_009_000n, decimals: 6 });
  expect(await balance()).toBe(4_001n);
  expect(changes(before, await booksOf("USDT:ERC20"))).toMatchObject({
    ...{ chain: -40_014_000n, sold: 40_010_000n, dust: 4_000n },
  });
});

test("asset books: both forms verify, and an opening books what came before, once", async () => {
  const { context } = setup;
  const chain = sandboxChainOf(context);
  const owner = await newWithdrawer(context, {});
  own = depositorOf(context, owner.customerId);
  const account = await accountOf(context.db.kysely, owner.customerId, "USD");
  const before = await booksOf("USDT:BEP20");
  const deposit = await own.create({ amount: "30.00", network: "BEP20" });
  const transfer = await payAsFormerly(context, deposit, account);
  expect(changes(before, await booksOf("USDT:BEP20"))).toEqual({
    ...{ chain: 0n, sold: 0n, dust: 0n, position: 0n, former: -3_000n },
  });
  expect(await brokenPromises(context, CHECKS)).toEqual([]);

  const [opened, again] = [
    await openAssetBooks(context, true),
    await openAssetBooks(context, true),
  ];
  expect(opened).toEqual([
    {
      ...{ asset: "USDT", network: "BEP20", currency: "USD" },
      ...{ chainMicro: 30_000_000n, boughtMinor: 3_000n },
    },
  ]);
  expect(again).toEqual([]);
  expect(changes(before, await booksOf("USDT:BEP20"))).toEqual({
    ...{ chain: -30_000_000n, sold: 30_000_000n, dust: 0n, position: -3_000n, former: 0n },
  });
  expect(await brokenPromises(context, CHECKS)).toEqual([]);

  await chain.drop(transfer);
  await retractTransfers(context, chain, 10);
  expect((await owner.balance()).posted).toBe(0n);
  expect(await brokenPromises(context, CHECKS)).toEqual([]);
  await openAssetBooks(context, true);
  expect(changes(before, await booksOf("USDT:BEP20"))).toEqual({
    ...{ chain: 0n, sold: 0n, dust: 0n, position: 0n, former: 0n },
  });
});

test("asset books: a payout takes the token and the network's fee from the chain", async () => {
  const { context } = setup;
  const owner = await newWithdrawer(context, { USD: 100_000n });
  const before = await booksOf("USDT:TRC20");
  const withdrawal = await owner.withdraw(await owner.quote("20.00"));
  setup.clock.advance(61);
  await advanceWithdrawals(context);
  for (let step = 0; (await owner.read(withdrawal)).status !== "completed"; step += 1) {
    expect(step).toBeLessThan(60);
    await sendPayouts(context, AT_ONCE);
    await sandboxPayoutsOf(context).mine();
  }
  const { networkFee } = await owner.read(withdrawal);
  const sentMinor = 2_000n + BigInt(networkFee.replace(".", ""));
  expect(changes(before, await booksOf("USDT:TRC20"))).toEqual({
    ...{ chain: sentMinor * 10_000n, sold: -sentMinor * 10_000n, dust: 0n },
    ...{ position: sentMinor, former: 0n },
  });
});

test("asset books: a deposit beyond the position limit is refused, a payment is not", async () => {
  const { context } = setup;
  const inEuros = (amount: string) => own.create({ amount, currency: "EUR" });
  const paid = [await inEuros("90000.00"), await inEuros("90000.00"), await inEuros("60000.00")];
  for (const deposit of paid.slice(0, 2)) {
    await own.pay(deposit);
  }
  await confirmEverything(context);
  await expect(inEuros("90000.00")).rejects.toMatchObject({ code: "exchange_paused" });
  await own.create({ amount: "90000.00", currency: "USD" });
  for (const deposit of paid.slice(2)) {
    await own.pay(deposit, "90000.00");
  }
  await confirmEverything(context);
  expect(await Promise.all(paid.map(async (one) => (await own.read(one)).status))).toEqual([
    "completed",
    "completed",
    "completed",
  ]);
});

test("asset books: a withdrawal beyond the limit of the open position is refused", async () => {
  const { context } = setup;
  const owner = await newWithdrawer(context, { CNY: 300_000_000n });
  const { customerId } = owner;
  const quoteId = await owner.quote("600000.00", "CNY");
  const sold = { customerId, from: "CNY", to: "USD", sell: "1500000.00" } as const;
  const exchange = await quoteExchange(context, sold);
  await createExchange(context, {
    ...{ customerId, quoteId: parseId("quo", exchange.quoteId) },
    ...{ idempotencyKey: newId(), stoppedBy: undefined },
  });
  const refused = { code: "exchange_paused" };
  await expect(owner.quote("600000.00", "CNY")).rejects.toMatchObject(refused);
  await expect(owner.withdraw(quoteId)).rejects.toMatchObject(refused);
  await owner.quote("500.00", "CNY");
});
