import { houseAccount } from "@tessera/ledger";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { closedBefore, ERASE_AFTER_CLOSING_DAYS } from "../../platform/retention.policy.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, openCard, SEGMENTS } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { eraseCustomer, eraseDueCustomers } from "./erase-customer.ts";
import { eraseDue } from "./erasure.repository.ts";

let app: CardsApp;
let owner: postgres.Sql;
let administrator: TestCustomer;

beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
  owner = postgres(app.database.ownerUrl, { max: 2, onnotice: () => undefined });
  administrator = await app.newOperator("administrator");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await owner.end();
  await app.close();
});

const DAY_MS = 86_400_000;

/** Creates a customer without money whose account was closed longer ago than data is kept. */
async function closedLongAgo(): Promise<TestCustomer> {
  const customer = await app.newCustomer({});
  await close(customer);
  return customer;
}

async function close({ customerId, userId }: TestCustomer): Promise<void> {
  const now = app.context.clock.now();
  const closedAt = new Date(now.getTime() - (ERASE_AFTER_CLOSING_DAYS + 1) * DAY_MS);
  await owner`
    insert into account_closing (id, customer_id, person_id, client_key, factor, asked_at, ends_at,
      settling_at, closed_at)
    values (${newId()}, ${customerId}, ${userId}, ${newId()}, 'password',
      ${closedAt}::timestamptz - interval '20 days', ${closedAt}::timestamptz - interval '6 days',
      ${closedAt}::timestamptz - interval '6 days', ${closedAt})`;
}

const erase = () => eraseDueCustomers(app.context, undefined);

async function isErased({ customerId }: TestCustomer): Promise<boolean> {
  const rows = await owner`select from erasure where customer_id = ${customerId}`;
  return rows.length === 1;
}

async function accountOf({ customerId }: TestCustomer, kind: string, currency: string) {
  const [row] = await owner<{ id: string }[]>`
    select id from ledger.account
    where customer_id = ${customerId} and kind = ${kind} and currency = ${currency}`;
  return BigInt(row?.id ?? 0);
}

type Currency = "USD" | "CNY" | "EUR";

/** Moves an amount from the program to the customer's account, or back if it is negative. */
async function move(customer: TestCustomer, currency: Currency, amountMinor: bigint) {
  const account = await accountOf(customer, "account", currency);
  const house = houseAccount("suspense", currency);
  const isCredit = amountMinor > 0n;
  const [result] = await inTransaction(app.context.db, (tx) =>
    app.context.ledger.post(tx, [
      {
        id: newId(app.context.clock.now()),
        customerId: customer.customerId,
        kind: "correction",
        cardId: null,
        parentId: null,
        status: "completed",
        currency,
        amountMinor,
        feeMinor: 0n,
        title: "",
        data: {},
        eventAt: app.context.clock.now(),
        clientKey: null,
        legs: [
          {
            type: "transfer",
            debit: isCredit ? house : account,
            credit: isCredit ? account : house,
            amountMinor: isCredit ? amountMinor : -amountMinor,
          },
        ],
      },
    ]),
  );
  expect(result?.outcome).toBe("posted");
}

/** Money that keeps a customer, and how it ends. */
interface Kept {
  readonly kind: string;
  readonly give: (customer: TestCustomer) => Promise<unknown>;
  readonly end: (customer: TestCustomer) => Promise<unknown>;
}

const HASH = "a".repeat(64);
const unmatched = ({ customerId }: TestCustomer) => owner`
  insert into network_unmatched (id, network_reference, kind, customer_id, card_id, currency,
    merchant, amount_minor, final, received_at)
  select ${newId()}, 'late', 'clearing', ${customerId}, id, 'USD', '{}', 100, true, now()
  from card where customer_id = ${customerId}`;
const depositOf = ({ customerId }: TestCustomer) => owner<{ id: string }[]>`
  insert into deposit (id, customer_id, client_key, asset, network, address, amount_minor,
    currency, rate_scaled, rated_at, credit_minor, status, movement_id, created_at, expires_at,
    closed_at, confirmations_required)
  values (${newId()}, ${customerId}, ${newId()}, 'USDT', 'TRC20', ${`T${customerId}`}, 100, 'USD',
    100000000, now(), 100, 'expired', ${newId()}, now() - interval '1 day', now(), now(), 20)
  returning id`;

const KEPT: readonly Kept[] = [
  ...(["USD", "CNY", "EUR"] as const).map((currency) => ({
    kind: "balance",
    give: (customer: TestCustomer) => move(customer, currency, 1n),
    end: (customer: TestCustomer) => move(customer, currency, -1n),
  })),
  {
    kind: "deposit_address",
    async give(customer) {
      await depositOf(customer);
      await owner`
        insert into custodian_transfer (network, transaction_hash, log_index, address,
          amount_minor, confirmations)
        values ('TRC20', ${newId()}, 0, ${`T${customer.customerId}`}, 100, 3)`;
    },
    end: ({ customerId }) => owner`
      update custodian_transfer set acknowledged_at = now() where address = ${`T${customerId}`}`,
  },
  {
    kind: "deposit",
    async give(customer) {
      const [deposit] = await depositOf(customer);
      await owner`
        insert into deposit_payment (id, deposit_id, customer_id, network, transaction_hash,
          log_index, amount_minor, rate_scaled, credit_minor, notes, confirmations, movement_id,
          seen_at, held)
        values (${newId()}, ${deposit?.id ?? ""}, ${customer.customerId}, 'TRC20',
          ${HASH.slice(0, 28) + newId()}, 0, 100, 100000000, 100, '{late}', 20, ${newId()}, now(),
          'reviewing')`;
    },
    end: ({ customerId }) => owner`
      update deposit_payment set held = 'returned' where customer_id = ${customerId}`,
  },
];

it.each(KEPT)("erasure: waits while a closed account has money ($kind)", async (kept) => {
  const customer = await closedLongAgo();
  await kept.give(customer);
  expect(await erase()).toBe(0);
  expect(await isErased(customer)).toBe(false);
  // Operators see how many wait, and why this one does.
  const board = await app.call(administrator, "GET /api/admin/board");
  const queues: { queue: string; count: number; oldestAt: string }[] = board.body.queues;
  const waiting = queues.find(({ queue }) => queue === "erasures");
  expect(waiting?.count).toBe(1);
  // The period ended a day ago. The hours between are a safety net for a slow machine.
  const waitedMs = app.context.clock.now().getTime() - Date.parse(waiting?.oldestAt ?? "");
  expect(waitedMs).toBeGreaterThanOrEqual(DAY_MS);
  expect(waitedMs).toBeLessThan(2 * DAY_MS);
  // The dashboard links to this list, which has them all.
  const closed = await app.call(administrator, "GET /api/admin/customers?status=closed");
  const listed: { id: string }[] = expectStatus(closed, 200).body.data;
  expect(listed.map(({ id }) => id)).toContain(`cus_${customer.customerId}`);
  const path = `GET /api/admin/customers/cus_${customer.customerId}` as const;
  const shown = expectStatus(await app.call(administrator, path), 200).body;
  expect(shown.accountClosing.erasureWaitsFor).toEqual([kept.kind]);
  expect(shown.email).toBe(customer.email);

  await kept.end(customer);
  expect(await erase()).toBe(1);
  expect(await isErased(customer)).toBe(true);
});

it("erasure: waits for a network message without an authorization, and for a debt", async () => {
  const customer = await app.newCustomer({ USD: 1_000n });
  await openCard(app, customer, SEGMENTS.mastercardStandardUsd);
  await move(customer, "USD", -850n);
  await close(customer);
  await unmatched(customer);
  expect(await erase()).toBe(0);
  await owner`
    update network_unmatched set state = 'dropped', settled_at = now()
    where customer_id = ${customer.customerId}`;
  // A force post on the card leaves a debt.
  const receivable = await accountOf(customer, "receivable", "USD");
  const owe = (minor: number) => owner`
    update ledger.balance set posted = posted + ${minor} where account_id = ${String(receivable)}`;
  await owe(-100);
  expect(await erase()).toBe(0);
  expect(await isErased(customer)).toBe(false);
  await owe(100);
  expect(await erase()).toBe(1);
});

it("erasure: customers with money delay no others, however many there are", async () => {
  const held = await Promise.all(Array.from({ length: 21 }, () => closedLongAgo()));
  for (const customer of held) {
    await move(customer, "USD", 1n);
  }
  const free = await closedLongAgo();
  expect(await erase()).toBe(1);
  expect(await isErased(free)).toBe(true);
  for (const customer of held) {
    await move(customer, "USD", -1n);
  }
  while ((await erase()) > 0) {
    // Each run erases up to twenty.
  }
});

it("erasure: checks the ledger in its own transaction, after money that arrives last", async () => {
  const customer = await closedLongAgo();
  const { db, clock } = app.context;
  const now = clock.now();
  const account = await accountOf(customer, "account", "USD");
  const terms = { customerId: customer.customerId, now, passwordHash: "none" };
  let erasing: Promise<boolean> | undefined;
  // A credit that has locked the balance when the erasure begins, and commits afterward.
  await owner.begin(async (tx) => {
    await tx`select from ledger.balance where account_id = ${String(account)} for update`;
    erasing = inTransaction(db, (own) => eraseDue(own, terms, closedBefore(now)));
    await expect
      .poll(
        async () =>
          (await owner`select from pg_locks where not granted and locktype = 'transactionid'`)
            .length,
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    await tx`update ledger.balance set posted = 5 where account_id = ${String(account)}`;
  });
  expect(await erasing).toBe(false);
  expect(await isErased(customer)).toBe(false);
  await owner`update ledger.balance set posted = 0 where account_id = ${String(account)}`;
});

it("erasure: the command of the schema's owner refuses it as well", async () => {
  const customer = await closedLongAgo();
  await move(customer, "EUR", 3n);
  const { keys, ledger, clock, personKeys, db } = app.context;
  const terms = { db, keys, ledger, clock, personKeys, practice: undefined };
  const asOwner = { actor: "command line", data: {}, reason: "period_over" } as const;
  // The application's role cannot call what the owner can, so that this fails in either case.
  await expect(eraseCustomer(terms, customer.customerId, asOwner)).rejects.toThrow();
  const [row] = await owner<{ money: string[] }[]>`
    select lock_money_left_of(${customer.customerId}) as money`;
  expect(row?.money).toEqual(["balance"]);
  await move(customer, "EUR", -3n);
});
