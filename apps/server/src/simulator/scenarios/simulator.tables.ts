import type { WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import type { PracticeResult, PracticeRule } from "@tessera/contract/simulator/scenarios.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

/** A copied strategy: its name and version as its owner knows them, and the id of the copy. */
export interface CopiedRule extends PracticeRule {
  readonly copyId: string;
}

type SessionTable = Table<
  "practice_session",
  { currency: CurrencyCode; rules: readonly CopiedRule[] }
>;

/** A card's balances in wire amounts: JSON has no bigint. */
export interface StoredMoney {
  /** Negative by the amount owed. */
  readonly balance: string;
  readonly held: string;
  readonly available: string;
}

/** The stored result of a play. Amounts are wire amounts. */
export interface StoredOutcome {
  readonly result: PracticeResult;
  readonly code: string;
  readonly amount: string | null;
  readonly approvedAmount?: string;
  readonly trace: readonly WireTraceEntry[];
  readonly before: StoredMoney;
  readonly after: StoredMoney;
  /** The movement that later steps refer to. */
  readonly movementId?: string;
}

type PlayTable = Table<"practice_play", { outcome: StoredOutcome }>;

export type PracticeTables = {
  practice_session: SessionTable;
  practice_play: PlayTable;
};

export type SessionRow = Selectable<SessionTable>;
export type PlayRow = Selectable<PlayTable>;
