import { type Database, inTransaction, openDatabase } from "@tessera/database";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import type { CurrencyCode } from "@tessera/money";
import { v4, v7 } from "uuid";
import type { LedgerClock, LedgerOptions } from "../src/create-ledger.ts";
import {
  type AccountId,
  createLedger,
  houseAccount,
  type Ledger,
  type Leg,
  type Movement,
} from "../src/index.ts";
import { ledgerMigrations } from "../src/migrations.ts";

export interface Fixture {
  readonly database: TestDatabase;
  readonly db: Database<unknown>;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

/** Creates a migrated database and a ledger on it. */
export async function openFixture(
  options: Partial<LedgerOptions> & { clock?: LedgerClock } = {},
): Promise<Fixture> {
  const database = await createTestDatabase({ migrations: ledgerMigrations });
  const db = openDatabase<unknown>({
    url: database.appUrl,
    maxConnections: 12,
    // Equals the statement timeout, because in some tests dozens of transactions wait for the same
    // row.
    lockTimeoutMs: 5_000,
  });
  const ledger = createLedger({ db, ...options });
  return {
    database,
    db,
    ledger,
    async close() {
      await ledger.close();
      await db.close();
      await database.drop();
    },
  };
}

export interface Customer {
  readonly customerId: string;
  readonly account: AccountId;
  readonly card: AccountId;
  readonly receivable: AccountId;
}

/** Opens an account, a card and a receivable account for a customer in one currency. */
export async function openCustomer(
  { db, ledger }: Fixture,
  fundedMinor = 0n,
  currency: CurrencyCode = "USD",
): Promise<Customer> {
  const customerId = v4();
  const kinds = ["account", "card", "receivable"] as const;
  const [account = 0n, card = 0n, receivable = 0n] = await inTransaction(db, (tx) =>
    ledger.openAccounts(
      tx,
      kinds.map((kind) => ({ customerId, kind, currency })),
    ),
  );
  if (fundedMinor > 0n) {
    await ledger.submit(
      movementOf(customerId, [
        {
          type: "transfer",
          debit: houseAccount("bank_clearing", currency),
          credit: account,
          amountMinor: fundedMinor,
        },
      ]),
    );
  }
  return { customerId, account, card, receivable };
}

/** Builds a movement, with defaults for anything that a test does not care about. */
export function movementOf(
  customerId: string,
  legs: readonly Leg[],
  more: Partial<Movement> = {},
): Movement {
  return {
    id: v7(),
    customerId,
    kind: "deposit",
    cardId: null,
    parentId: null,
    status: "completed",
    currency: "USD",
    amountMinor: 0n,
    feeMinor: 0n,
    title: "",
    data: {},
    eventAt: new Date(),
    clientKey: null,
    legs,
    ...more,
  };
}
