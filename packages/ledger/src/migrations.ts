import { type Migration, repeatableIn, versionedIn } from "@tessera/database";
import generation from "./sql/generation.json" with { type: "json" };

const folder = (path: string) => new URL(path, import.meta.url);

/** The ledger's schema, in installation order: tables, functions, views, triggers, comments. */
export const ledgerMigrations: readonly Migration[] = [
  ...versionedIn(folder("./sql/tables/"), "ledger", {
    "ledger-0001_accounts": "ledger-0001-tables",
  }),
  ...repeatableIn(folder("./sql/functions/"), "ledger-functions", generation),
  ...repeatableIn(folder("./sql/views/"), "ledger-views", generation),
  ...repeatableIn(folder("./sql/triggers/"), "ledger-triggers", generation),
  ...repeatableIn(folder("./sql/partitions/"), "ledger-partitions", generation),
  ...repeatableIn(folder("./sql/comments/"), "ledger-comments", generation),
];
