import type { CurrencyCode } from "@tessera/money";
import type { Kysely, Selectable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { KeyMode } from "../../platform/crypto/api-key-text.ts";
import type { Table } from "../../platform/database/table.ts";

/** Why a key was revoked: by its owner, because it was in a URL, or by a “not me” link. */
export type RevocationCause = "owner" | "exposed" | "alarm";

type ApiKeyColumns = Table<
  "api_key",
  { mode: KeyMode; scopes: string[]; addresses: string[]; revoked_because: RevocationCause | null }
>;
type CeilingColumns = Table<"api_key_ceiling", { currency: CurrencyCode }>;

export type ApiKeyRow = Selectable<ApiKeyColumns>;
export type CeilingRow = Selectable<CeilingColumns>;
export type ApiKeyCallRow = Selectable<Table<"api_key_call">>;

type ApiKeyTables = {
  api_key: ApiKeyColumns;
  api_key_text: Table<"api_key_text">;
  api_key_ceiling: CeilingColumns;
  api_key_call: Table<"api_key_call">;
};

/** Returns the transaction typed with the tables of API keys. */
export function tables(tx: Tx): Kysely<ApiKeyTables> {
  return tx.withTables<ApiKeyTables>();
}
