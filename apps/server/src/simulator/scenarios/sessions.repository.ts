import { type Insertable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { PlayRow, PracticeTables, SessionRow } from "./simulator.tables.ts";

/** Finds a customer's current simulation. */
export function findSession(tx: Tx, ownerId: string): Promise<SessionRow | undefined> {
  return tx
    .withTables<PracticeTables>()
    .selectFrom("practice_session")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/**
 * Replaces a customer's current simulation with a new one. If two are started concurrently, the
 * later one is kept.
 */
export async function replaceSession(
  tx: Tx,
  session: Insertable<PracticeTables["practice_session"]>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${session.owner_id}, 0))`.execute(tx);
  await tx
    .withTables<PracticeTables>()
    .updateTable("practice_session")
    .set({ ended_at: session.started_at })
    .where("owner_id", "=", session.owner_id)
    .where("ended_at", "is", null)
    .execute();
  await tx.withTables<PracticeTables>().insertInto("practice_session").values(session).execute();
}

/**
 * Claims the next play of a simulation, so that no two plays run at the same time. If the server
 * stops during the play, the claim remains until it expires.
 *
 * @returns whether the caller has the claim. False if the simulation has ended or moved on, or if
 * another play is in progress.
 */
export async function claimPlay(
  tx: Tx,
  { id, played }: Pick<SessionRow, "id" | "played">,
  seconds: number,
): Promise<boolean> {
  const result = await tx
    .withTables<PracticeTables>()
    .updateTable("practice_session")
    .set({ playing_until: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where("id", "=", id)
    .where("played", "=", played)
    .where("ended_at", "is", null)
    .where("playing_until", "<=", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Releases the claim after a failed play. */
export async function releaseClaim(
  tx: Tx,
  { id, played }: Pick<SessionRow, "id" | "played">,
): Promise<void> {
  await tx
    .withTables<PracticeTables>()
    .updateTable("practice_session")
    .set({ playing_until: sql<Date>`'-infinity'` })
    .where("id", "=", id)
    .where("played", "=", played)
    .execute();
}

/**
 * Inserts a play and advances the simulation's progress.
 *
 * @returns false if the simulation has moved on without this play, whose effects must then be
 * rolled back
 */
export async function writePlay(tx: Tx, play: PlayRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<PracticeTables>()
    .updateTable("practice_session")
    .set({
      clock_at: play.to_at,
      played: play.number,
      playing_until: sql<Date>`'-infinity'`,
    })
    .where("id", "=", play.session_id)
    .where("played", "=", play.number - 1)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    return false;
  }
  await tx.withTables<PracticeTables>().insertInto("practice_play").values(play).execute();
  return true;
}

/** Lists the plays in a simulation, newest first. */
export function listPlays(tx: Tx, sessionId: string, limit?: number): Promise<PlayRow[]> {
  return tx
    .withTables<PracticeTables>()
    .selectFrom("practice_play")
    .selectAll()
    .where("session_id", "=", sessionId)
    .orderBy("number", "desc")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** Lists the progress of every scenario: the last step that was played in its latest run. */
export function lastSteps(
  tx: Tx,
  sessionId: string,
): Promise<Pick<PlayRow, "scenario" | "take" | "step">[]> {
  return tx
    .withTables<PracticeTables>()
    .selectFrom("practice_play")
    .distinctOn("scenario")
    .select(["scenario", "take", "step"])
    .where("session_id", "=", sessionId)
    .where("scenario", "is not", null)
    .orderBy("scenario")
    .orderBy("number", "desc")
    .execute();
}

/** Lists the steps of one run of a scenario in order. */
export function stepsOfTake(
  tx: Tx,
  { session_id, scenario, take }: Pick<PlayRow, "session_id" | "scenario" | "take">,
): Promise<PlayRow[]> {
  return tx
    .withTables<PracticeTables>()
    .selectFrom("practice_play")
    .selectAll()
    .where("session_id", "=", session_id)
    .where("scenario", "=", scenario)
    .where("take", "=", take)
    .orderBy("number")
    .execute();
}
