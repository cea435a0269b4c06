import type { ProposalStatus } from "@tessera/contract/identity/proposals.schemas";

interface Standing {
  readonly status: Exclude<ProposalStatus, "expired">;
  readonly expires_at: Date;
}

/** Returns the status of a proposal at a time: one not decided in time has expired. */
export function proposalStatus({ status, expires_at: expiresAt }: Standing, now: Date) {
  return status === "waiting" && expiresAt <= now ? "expired" : status;
}
