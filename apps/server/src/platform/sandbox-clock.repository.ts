import type { MovableClock } from "./clock.ts";
import type { Db } from "./database/db.ts";

const CHANNEL = "tessera_sandbox_clock";

/** Moves a clock to the stored time of the sandbox clock, unless it is already ahead of it. */
export async function restoreSandboxClock(db: Db, clock: MovableClock): Promise<void> {
  const [row] = await db.sql<{ offset: bigint }[]>`
    select offset_seconds as "offset" from sandbox_clock`;
  clock.reach(Number(row?.offset ?? 0n));
}

/**
 * Moves the stored time forward from the later of what is stored and what `clock` shows, and
 * notifies every server.
 *
 * @returns the offset of the new time, in seconds
 */
export async function moveSandboxClock(
  db: Db,
  clock: MovableClock,
  seconds: number,
): Promise<number> {
  const [row] = await db.sql<{ offset: bigint }[]>`
    with moved as (
      insert into sandbox_clock (offset_seconds) values (${clock.offsetSeconds + seconds})
      on conflict (only_row) do update set offset_seconds
        = greatest(sandbox_clock.offset_seconds + ${seconds}, excluded.offset_seconds)
      returning offset_seconds
    )
    select offset_seconds as "offset", pg_notify(${CHANNEL}, offset_seconds::text) from moved`;
  if (row === undefined) {
    throw new Error("moving the clock returned no row");
  }
  return Number(row.offset);
}

/** Moves a clock whenever another server moves the sandbox clock. */
export async function followSandboxClock(
  db: Db,
  clock: MovableClock,
  onFailure: (error: unknown) => void,
): Promise<void> {
  await db.listen(
    CHANNEL,
    (offset) => clock.reach(Number(offset)),
    // Notices may have been missed while the connection was down.
    () => void restoreSandboxClock(db, clock).catch(onFailure),
  );
}
