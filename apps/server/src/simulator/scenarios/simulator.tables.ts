import type { WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import type { PracticeResult, PracticeRule } from "@tessera/contract/simulator/scenarios.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Generated, Selectable } from "kysely";

/** A copied strategy: as its owner knows it, and the id of the copy. */
export interface CopiedRule extends PracticeRule {
  readonly copyId: string;
}

interface SessionTable {
  id: string;
  owner_id: string;
  customer_id: string;
  card_id: string;
  currency: CurrencyCode;
  with_drafts: boolean;
  rules: readonly CopiedRule[];
  started_at: Date;
  clock_at: Date;
  played: Generated<number>;
  playing_until: Generated<Date>;
  ended_at: Date | null;
}

/** A card's balances in wire amounts: JSON has no bigint. */
export interface StoredMoney {
  /** Negative by what is owed. */
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

interface PlayTable {
  session_id: string;
  number: number;
  scenario: string | null;
  take: number | null;
  step: number | null;
  from_at: Date;
  to_at: Date;
  outcome: StoredOutcome;
}

export type PracticeTables = {
  practice_session: SessionTable;
  practice_play: PlayTable;
};

export type SessionRow = Selectable<SessionTable>;
export type PlayRow = Selectable<PlayTable>;
