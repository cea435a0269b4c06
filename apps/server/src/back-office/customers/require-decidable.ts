import type { CorrectionStatus } from "@tessera/contract/back-office/adjustments.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { standingOf } from "./adjustment-standing.policy.ts";
import { lockCorrection } from "./adjustments.repository.ts";
import type { CorrectionRow } from "./customers.tables.ts";

/** An operator's action on a proposal. */
export interface CorrectionCommand {
  /** UUID; undefined if the requested id is not valid. */
  readonly id: string | undefined;
  /** Revision that the operator saw. */
  readonly revision: number;
  readonly session: Session;
  readonly requestId: string;
}

interface Wanted {
  /**
   * Whose proposals the action applies to. Operators change and withdraw their own proposals, and
   * decide on those made by others.
   */
  readonly of: "oneself" | "others";
  /** The new status. Repeating the same decision gets the same response. */
  readonly becomes?: Exclude<CorrectionStatus, "waiting" | "expired">;
}

/**
 * Selects a waiting proposal FOR UPDATE, provided that the operator saw its current revision.
 *
 * @returns `isDone` if the same person has already made the same decision
 * @throws Refusal `not_found`, `correction_own`, `correction_not_yours`, `correction_decided`,
 * `correction_changed`
 */
export async function requireDecidable(
  { clock }: AppContext,
  tx: Tx,
  { id, revision, session }: CorrectionCommand,
  { of, becomes }: Wanted,
): Promise<{ readonly correction: CorrectionRow; readonly isDone: boolean }> {
  const correction = id === undefined ? undefined : await lockCorrection(tx, id);
  if (correction === undefined) {
    throw new Refusal("not_found");
  }
  const isOwn = correction.proposer_id === session.userId;
  if (isOwn !== (of === "oneself")) {
    throw new Refusal(isOwn ? "correction_own" : "correction_not_yours");
  }
  const { status, decider_id: deciderId, decided_by: by, decided_at: at } = correction;
  const isSame = status === becomes && deciderId === session.userId;
  if (isSame && correction.revision === revision) {
    return { correction, isDone: true };
  }
  if (standingOf(correction, clock.now()) !== "waiting") {
    const changed = by === null || at === null ? {} : { changed: { by, at } };
    throw new Refusal("correction_decided", changed);
  }
  if (correction.revision !== revision) {
    throw new Refusal("correction_changed");
  }
  return { correction, isDone: false };
}
