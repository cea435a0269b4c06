import type { ProposalStatus } from "@tessera/contract/identity/proposals.schemas";

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
