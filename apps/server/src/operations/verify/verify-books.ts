import type { AppContext, Db } from "../../platform/context.ts";
import type { SealHead } from "../../platform/crypto/seal-head.ts";
import type { PublicKeys } from "../../platform/crypto/sealing-key.ts";
import { countRows } from "./count-rows.repository.ts";
import { SERVER_CHECKS } from "./server-checks.repository.ts";

export interface VerifiedInvariant {
  readonly name: string;
  readonly holds: boolean;
  /** The number of rows covered; null if the check does not count its rows. */
  readonly rows: number | null;
  /** The first violating row as JSON; null if the invariant holds. */
  readonly firstBroken: string | null;
  readonly durationMs: number;
}

export interface VerifiedBooks {
  readonly holds: boolean;
  readonly movements: number;
  readonly transfers: number;
  readonly sealedBlocks: number;
  readonly invariants: readonly VerifiedInvariant[];
}

/**
 * The name of the ledger's check of its sealed blocks. The number of blocks is reported as the
 * number of rows covered.
 */
const SEALS = "the seals are unbroken";

/**
 * Verifies all invariants of the ledger and the server in one snapshot.
 *
 * @param publicKeys the keys for verifying the seals' signatures. If undefined, signatures are not
 * checked.
 * @param head the checkpoint. Without it, verification cannot detect that the end of the chain was
 * cut off.
 */
export async function verifyBooks(
  ledger: Pick<AppContext["ledger"], "verify">,
  db: Db,
  publicKeys?: PublicKeys,
  head?: SealHead,
): Promise<VerifiedBooks> {
  // All modules are half of the memory of a command, and most commands need none of them.
  const { MODULES } = await import("../../modules.ts");
  const report = await ledger.verify(db, {
    extraChecks: [...SERVER_CHECKS, ...MODULES.flatMap(({ invariants = [] }) => invariants)],
    ...(publicKeys !== undefined && { publicKeys }),
    ...(head !== undefined && { expectedHead: head }),
  });
  const rows = new Map([[SEALS, Number(report.sealedBlocks)]]);
  for (const { name, rowsSql } of SERVER_CHECKS) {
    rows.set(name, await countRows(db, rowsSql));
  }
  return {
    holds: report.holds,
    movements: Number(report.movements),
    transfers: Number(report.transfers),
    sealedBlocks: Number(report.sealedBlocks),
    invariants: report.checks.map((check) => ({
      name: check.name,
      holds: check.holds,
      rows: rows.get(check.name) ?? null,
      firstBroken: check.firstBroken ?? null,
      durationMs: check.durationMs,
    })),
  };
}
