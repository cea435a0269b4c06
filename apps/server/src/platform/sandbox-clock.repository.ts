import type { MovableClock } from "./clock.ts";
import type { Db } from "./database/db.ts";

/** Sets a new clock to the last stored time of the sandbox clock. */
export async function restoreSandboxClock(db: Db, clock: MovableClock): Promise<void> {
  const [row] = await db.sql<{ offset: bigint }[]>`
    select offset_seconds as "offset" from sandbox_clock`;
  clock.advance(Number(row?.offset ?? 0n));
}

export async function storeSandboxClock(db: Db, clock: MovableClock): Promise<void> {
  await db.sql`
    insert into sandbox_clock (offset_seconds) values (${clock.offsetSeconds})
    on conflict (only_row) do update
    set offset_seconds = greatest(sandbox_clock.offset_seconds, excluded.offset_seconds)`;
}
