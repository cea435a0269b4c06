import { readFileSync } from "node:fs";
import type { Migration } from "@tessera/database";

const FILES = [
  "0001-tables",
  "0002-append-only",
  "0003-submit",
  "0004-accounts",
  "0005-sealing",
  "0006-submit-plain",
  "0007-moved-cards",
  "0008-audit-reading",
  "0009-keys-one-by-one",
  "0010-cheap-statistics",
  "0011-seal-plans",
] as const;

/** Schema of the ledger, in order. */
export const ledgerMigrations: readonly Migration[] = FILES.map((name) => ({
  id: `ledger-${name}`,
  sql: readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), "utf8"),
}));
