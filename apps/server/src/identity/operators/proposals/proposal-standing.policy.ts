import type { ProposalKind, ProposalStatus } from "@tessera/contract/identity/proposals.schemas";

/**
 * Returns whether operators of other cells see and decide on proposals of a kind. They never do if
 * it is about operators, who are changed only by those of their own cell.
 */
export function isForAllCells(kind: ProposalKind): boolean {
  return kind === "settings" || kind === "bank_trade";
}

interface Standing {
  readonly status: Exclude<ProposalStatus, "expired">;
  readonly expires_at: Date;
}

/**
 * Returns a proposal's status at a given time. A proposal that was not decided in time has expired.
 */
export function proposalStatus({ status, expires_at: expiresAt }: Standing, now: Date) {
  return status === "waiting" && expiresAt <= now ? "expired" : status;
}
