import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

type SeedTables = {
  demo_seed: Table<"demo_seed">;
  "ledger.movement": Pick<
    Table<"ledger.movement">,
    "id" | "customer_id" | "card_id" | "parent_id" | "kind" | "status" | "event_at"
  >;
};

export interface SeedProgress {
  readonly customerId: string;
  readonly endsAt: Date;
  readonly done: number;
  readonly refs: unknown;
  readonly isFinished: boolean;
}

/** Selects the progress of the seed. Returns undefined if it has not started. */
export async function selectProgress(tx: Tx): Promise<SeedProgress | undefined> {
  const row = await tx
    .withTables<SeedTables>()
    .selectFrom("demo_seed")
    .selectAll()
    .executeTakeFirst();
  return (
    row && {
      customerId: row.customer_id,
      endsAt: row.ends_at,
      done: row.done,
      refs: row.refs,
      isFinished: row.finished_at !== null,
    }
  );
}

export async function insertProgress(
  tx: Tx,
  begun: { customerId: string; endsAt: Date },
): Promise<void> {
  await tx
    .withTables<SeedTables>()
    .insertInto("demo_seed")
    .values({
      one_row: true,
      customer_id: begun.customerId,
      ends_at: begun.endsAt,
      done: 0,
      refs: {},
      finished_at: null,
    })
    .execute();
}

export async function updateProgress(
  tx: Tx,
  progress: { done: number; refs: unknown },
): Promise<void> {
  await tx
    .withTables<SeedTables>()
    .updateTable("demo_seed")
    .set({ done: progress.done, refs: progress.refs })
    .execute();
}

export async function markFinished(tx: Tx, at: Date): Promise<void> {
  await tx
    .withTables<SeedTables>()
    .updateTable("demo_seed")
    .set({ finished_at: at })
    .where("finished_at", "is", null)
    .execute();
}

/**
 * Selects the movement on a card at an exact time, to find the last action of an interrupted run.
 */
export async function selectMovementAt(
  tx: Tx,
  made: { customerId: string; cardId: string; at: Date },
): Promise<{ id: string; status: string } | undefined> {
  return tx
    .withTables<SeedTables>()
    .selectFrom("ledger.movement")
    .select(["id", "status"])
    .where("customer_id", "=", made.customerId)
    .where("card_id", "=", made.cardId)
    .where("event_at", "=", made.at)
    .where("kind", "<>", "repayment")
    .orderBy("id")
    .executeTakeFirst();
}
