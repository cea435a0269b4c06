import { randomBytes } from "node:crypto";
import { createTestDatabase } from "@tessera/database/testing";
import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { migrations } from "../db/migrations.ts";
import { MovableClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config/config.ts";
import type { AppContext } from "../platform/context.ts";
import { createContext } from "../platform/create-context.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/telemetry/logger.ts";
import { PATIENCE_MS, patientUrl } from "./patient-database.ts";

/** A context with a separate, migrated database, without routes or background work. */
export interface TestContext {
  readonly context: AppContext;
  readonly clock: MovableClock;
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Creates a customer with an empty account in every currency. */
  openCustomer(): Promise<TestCustomer>;
  close(): Promise<void>;
}

export interface TestCustomer {
  readonly customerId: string;
  readonly accounts: Readonly<Record<CurrencyCode, bigint>>;
}

/** Opens a context for one test file. */
export async function createTestContext(
  env: Readonly<Record<string, string>> = {},
): Promise<TestContext> {
  const database = await createTestDatabase({ migrations });
  const config = readConfig({ TESSERA_MODE: "sandbox", LOG_LEVEL: "silent", ...env });
  const open = await createContext({
    config,
    log: createLogger(config.log),
    rootKey: randomBytes(32),
    databaseUrl: patientUrl(database.appUrl),
    acquireTimeoutMs: PATIENCE_MS,
  });
  const { context } = open;
  if (!(context.clock instanceof MovableClock)) {
    throw new Error("a sandbox has a movable clock");
  }
  return {
    context,
    clock: context.clock,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    async openCustomer() {
      const customerId = newId();
      const wanted = CURRENCIES.map(
        (currency) => ({ customerId, kind: "account", currency }) as const,
      );
      const ids = await context.ledger.openAccounts(context.db.kysely, wanted);
      const [USD = 0n, CNY = 0n, EUR = 0n] = ids;
      return { customerId, accounts: { USD, CNY, EUR } };
    },
    async close() {
      await open.close();
      await database.drop();
    },
  };
}
