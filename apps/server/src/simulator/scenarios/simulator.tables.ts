import type { WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import type { PracticeResult, PracticeRule } from "@tessera/contract/simulator/scenarios.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

/** A copied strategy: the name and version that its owner knows, and the id of the copy. */
export interface CopiedRule extends PracticeRule {
  readonly copyId: string;
}

type SessionTable = Table<
  "practice_session",
  { currency: CurrencyCode; rules: readonly CopiedRule[] }
>;

/** A card's balances as decimal strings, since JSON has no bigint. */
export interface StoredMoney {
  /** The balance, which is negative if money is owed. */
  readonly balance: string;
  readonly held: string;
  readonly available: string;
}

/** The stored result of a play, with amounts as decimal strings. */
export interface StoredOutcome {
  readonly result: PracticeResult;
  readonly code: string;
  readonly amount: string | null;
  readonly approvedAmount?: string;
  readonly trace: readonly WireTraceEntry[];
  readonly before: StoredMoney;
  readonly after: StoredMoney;
  /** The id of the movement that later steps refer to. */
  readonly movementId?: string;
}

type PlayTable = Table<"practice_play", { outcome: StoredOutcome }>;

export type PracticeTables = {
  practice_session: SessionTable;
  practice_play: PlayTable;
};

export type SessionRow = Selectable<SessionTable>;
export type PlayRow = Selectable<PlayTable>;
