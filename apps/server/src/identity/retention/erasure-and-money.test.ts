import { openDatabase } from "@tessera/database";
import { houseAccount } from "@tessera/ledger";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import type { Db } from "../../platform/database/db.ts";
import { newId } from "../../platform/ids.ts";
import { closedBefore, ERASE_AFTER_CLOSING_DAYS } from "../../platform/retention.policy.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, openCard, SEGMENTS } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { eraseCustomer, eraseDueCustomers } from "./erase-customer.ts";
import { eraseDue, takeDueCustomers } from "./erasure.repository.ts";

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

async function close({
  customerId,
  userId,
}: Pick<TestCustomer, "customerId" | "userId">): Promise<void> {
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
  /** What the customer is said to have, if it is more than the kind. */
  readonly kinds?: readonly string[];
  readonly give: (customer: TestCustomer) => Promise<unknown>;
  readonly end: (customer: TestCustomer) => Promise<unknown>;
}

const HASH = "a".repeat(64);
const TOKEN = `0x${"1".repeat(40)}`;
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

/** Sets what is held on the customer's account in dollars. */
const setHeld = (customer: TestCustomer, heldMinor: number) => owner`
  update ledger.balance b set held = ${heldMinor} from ledger.account a
  where a.id = b.account_id and a.customer_id = ${customer.customerId} and a.kind = 'account'
    and a.currency = 'USD'`;

/** Inserts a withdrawal that waits to be sent. */
async function withdrawalOf({ customerId }: TestCustomer): Promise<void> {
  const [id, addressId] = [newId(), newId()];
  const address = `T${customerId}`;
  await owner.begin(async (tx) => {
    await tx`
      insert into payout_address (id, customer_id, client_key, label, network, address, created_at,
        usable_at)
      values (${addressId}, ${customerId}, ${newId()}, 'mine', 'TRC20', ${address}, now(), now())`;
    await tx`
      insert into withdrawal_quote (id, customer_id, address_id, asset, network, address, currency,
        amount_minor, fee_minor, fee_basis_points, fee_schedule_version, network_fee_minor,
        total_minor, rate_scaled, rated_at, receive_minor, created_at, expires_at,
        confirmations_required)
      select ${id}, ${customerId}, ${addressId}, 'USDT', 'TRC20', ${address}, 'USD', 100, 0, 0,
        max(version), 0, 100, 100000000, now(), 100, now(), now() + interval '5 minutes', 20
      from fee_schedule`;
    await tx`
      insert into withdrawal (id, customer_id, client_key, state, review_reasons, needs_two,
        limit_day, limit_minor, factor, cancel_until, created_at, state_at)
      values (${id}, ${customerId}, ${newId()}, 'queued', '{}', false, '2020-01-01', 100,
        'password', now(), now(), now())`;
  });
}

const KEPT: readonly Kept[] = [
  ...(["USD", "CNY", "EUR"] as const).map((currency) => ({
    kind: "balance",
    give: (customer: TestCustomer) => move(customer, currency, 1n),
    end: (customer: TestCustomer) => move(customer, currency, -1n),
  })),
  {
    kind: "hold",
    // An account can hold only what it has.
    kinds: ["balance", "hold"],
    async give(customer) {
      await move(customer, "USD", 1n);
      await setHeld(customer, 1);
    },
    async end(customer) {
      await setHeld(customer, 0);
      await move(customer, "USD", -1n);
    },
  },
  {
    kind: "withdrawal",
    give: withdrawalOf,
    // A withdrawal that never took money from the ledger must not stay in the ledger.
    end: ({ customerId }) => owner`delete from withdrawal where customer_id = ${customerId}`,
  },
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
    kind: "deposit_address",
    async give(customer) {
      const [deposit] = await depositOf(customer);
      const address = `0x${customer.customerId}`;
      await owner`
        insert into evm_chain (chain_id, network, scanned_to, head, advanced_at)
        values (1337, 'ERC20', 1, 1, now())`;
      await owner`
        insert into evm_address (deposit_id, network, wallet, cell, path_index, address, created_at)
        values (${deposit?.id ?? ""}, 'ERC20', 'evm:test', 1, 0, ${address}, now())`;
      await owner`
        insert into evm_transfer (chain_id, network, contract, block_number, block_hash,
          transaction_hash, log_index, place, address, sender, amount_raw, amount_minor,
          confirmations_required, needs_second, seen_at)
        values (1337, 'ERC20', ${TOKEN}, 1, ${`0x${HASH}`}, ${`0x${HASH}`}, 0, 0, ${address},
          ${address}, 1000000, 100, 3, false, now())`;
    },
    end: () => owner`update evm_transfer set acknowledged_at = now()`,
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
  expect(shown.accountClosing.erasureWaitsFor).toEqual(kept.kinds ?? [kept.kind]);
  expect(shown.email).toBe(customer.email);

  await kept.end(customer);
  expect(await erase()).toBe(1);
  expect(await isErased(customer)).toBe(true);
  const address = `0x${customer.customerId}`;
  const left = await owner`
    select from evm_transfer where ${address} in (address, sender)
    union all select from evm_address where address = ${address}`;
  expect(left).toHaveLength(0);
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
          (
            await owner`select from pg_locks join pg_stat_activity using (pid)
              where not granted and locktype = 'transactionid' and datname = current_database()`
          ).length,
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
  const { keys, ledger, clock, personKeys } = app.context;
  const db: Db = openDatabase({ url: app.database.ownerUrl });
  const terms = { db, keys, ledger, clock, personKeys, practice: undefined };
  const by = { actor: "command line", data: {}, reason: "period_over" } as const;
  try {
    expect(await eraseCustomer(terms, customer.customerId, by)).toBe(false);
    expect(await isErased(customer)).toBe(false);
    const [person] = await owner<{ email: string }[]>`
      select email from person where customer_id = ${customer.customerId}`;
    expect(person?.email).toBe(customer.email);
    await move(customer, "EUR", -3n);
    expect(await eraseCustomer(terms, customer.customerId, by)).toBe(true);
    expect(await isErased(customer)).toBe(true);
  } finally {
    await db.close();
  }
});

/** Closes the accounts of new customers in one statement, each with a cent or without money. */
async function manyClosed(count: number, postedMinor: number): Promise<string[]> {
  const { ledger, db } = app.context;
  const ids = Array.from({ length: count }, () => newId());
  await owner`insert into customer (id, created_at) select unnest(${ids}::uuid[]), now()`;
  await owner`
    insert into person (id, customer_id, username, email, role, password_hash, locale, created_at)
    select id, id, 'c' || left(id::text, 35), id || '@example.com', 'customer', 'none', 'en', now()
    from unnest(${ids}::uuid[]) id`;
  const accounts = ids.map((customerId) => ({ customerId, kind: "account", currency: "USD" }));
  await ledger.openAccounts(db.kysely, accounts as Parameters<typeof ledger.openAccounts>[1]);
  await setPosted(ids, postedMinor);
  for (const customerId of ids) {
    await close({ customerId, userId: customerId });
  }
  return ids;
}

const setPosted = (ids: readonly string[], postedMinor: number) => owner`
  update ledger.balance b set posted = ${postedMinor} from ledger.account a
  where a.id = b.account_id and a.customer_id = any(${[...ids]}::uuid[])`;

it("erasure: a run checks the money of 200 customers at most, in turn", async () => {
  while ((await erase()) > 0) {
    // Those of the tests before.
  }
  await erase();
  const held = await manyClosed(230, 1);
  const free = await closedLongAgo();
  const places = async () => {
    const [row] = await owner<{ checked: number }[]>`
      select count(*)::int as checked from account_closing
      where erasure_order is not null and customer_id = any(${held}::uuid[])`;
    return row?.checked ?? 0;
  };
  expect(await erase()).toBe(0);
  expect(await places()).toBe(200);
  expect(await erase()).toBe(1);
  expect(await isErased(free)).toBe(true);
  expect(await places()).toBe(230);
  await setPosted(held, 0);
});

it("erasure: a customer who cannot be erased takes a place behind all others", async () => {
  const { db, clock } = app.context;
  const before = closedBefore(clock.now());
  const seen = new Set<string>();
  for (let run = 0; run < 5; run += 1) {
    for (const id of await takeDueCustomers(db.kysely, before, 10)) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
  }
  expect(seen.size).toBe(50);
});
