import type postgres from "postgres";
import { connectTo } from "../driver/connect-to.ts";

/** Number of transaction ids consumed per statement. The work can be stopped between statements. */
const STEP = 100_000;

/** Thrown if the distance is too large to consume transaction ids one at a time. */
export class XidTooFarError extends Error {
  constructor(distance: bigint) {
    super(`the server's transactions would have to be counted up by ${distance}`);
    this.name = "XidTooFarError";
  }
}

/**
 * Above this distance, PostgreSQL would have to freeze rows along the way, which would take hours.
 */
const MAX_DISTANCE = 1_000_000_000n;

/**
 * Consumes a server's transaction ids until the next id is at least `nextXid`, so that the
 * transaction ids in rows copied from another server lie in this server's past.
 *
 * @throws XidTooFarError before consuming any id
 */
export async function advanceXid(
  ownerUrl: string,
  nextXid: bigint,
  onStep: (left: bigint) => void = () => undefined,
): Promise<void> {
  const sql = connectTo(ownerUrl, {
    connection: { application_name: "tessera-restore", statement_timeout: 0 },
  });
  try {
    for (let left = await distance(sql, nextXid); left > 0n; left = await distance(sql, nextXid)) {
      if (left > MAX_DISTANCE) {
        throw new XidTooFarError(left);
      }
      onStep(left);
      const step = left > BigInt(STEP) ? STEP : Number(left);
      await sql.unsafe(`do $$ begin
        for i in 1..${step} loop perform pg_current_xact_id(); commit; end loop;
      end $$`);
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function distance(sql: postgres.Sql, nextXid: bigint): Promise<bigint> {
  const [row] = await sql.unsafe<{ xid: string }[]>(
    "select pg_snapshot_xmax(pg_current_snapshot())::text as xid",
  );
  return nextXid - BigInt(row?.xid ?? 0);
}
