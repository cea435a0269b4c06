import type { CorrectionStatus } from "@tessera/contract/back-office/adjustments.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { standingOf } from "./adjustment-standing.policy.ts";
import { lockCorrection } from "./adjustments.repository.ts";
import type { CorrectionRow } from "./customers.tables.ts";

/** An operator's action on a proposal. */
export interface CorrectionCommand {
  /** A uuid; undefined if the requested id cannot be one. */
  readonly id: string | undefined;
  /** The revision that the operator saw. */
  readonly revision: number;
  readonly session: Session;
  readonly requestId: string;
}

interface Wanted {
  /**
   * Whose proposals the action is for: one's own are changed and withdrawn, others' are decided.
   */
  readonly of: "oneself" | "others";
  /** The new status; a repeat of the same decision gets the same response. */
  readonly becomes?: Exclude<CorrectionStatus, "waiting" | "expired">;
}

/**
 * Selects a waiting proposal FOR UPDATE, at exactly the revision that the operator saw.
 *
 * @returns `isDone` if the same person made the same decision before
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
