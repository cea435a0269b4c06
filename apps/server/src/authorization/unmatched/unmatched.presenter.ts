import type {
  MatchCandidate,
  UnmatchedMessage as WireMessage,
} from "@tessera/contract/authorization/network.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import { byLikelihood, isSameName } from "./candidates.policy.ts";
import type { CandidateRow, UnmatchedRecord } from "./unmatched-records.repository.ts";

/** Converts a message to the form shown to operators. */
export function presentUnmatched(one: UnmatchedRecord, clearingSeconds: number): WireMessage {
  const waitsForClock = one.state === "waiting" && one.kind === "clearing";
  const postsAt = new Date(one.receivedAt.getTime() + clearingSeconds * 1_000);
  return {
    id: wireId("msg", one.id),
    networkReference: one.networkReference,
    kind: one.kind,
    state: one.state,
    customerId: wireId("cus", one.customerId),
    card: {
      id: wireId("card", one.cardId),
      last4: one.last4,
      type: one.cardType,
      network: one.cardNetwork,
    },
    merchant: one.merchant,
    currency: one.currency,
    amount: one.amountMinor === null ? null : formatAmount(one.amountMinor, one.currency),
    receivedAt: one.receivedAt.toISOString(),
    postsAt: waitsForClock ? postsAt.toISOString() : null,
    settledAt: one.settledAt?.toISOString() ?? null,
    decision:
      one.decidedBy === null
        ? null
        : {
            by: one.decidedBy,
            reason: one.reason,
            authorizationId:
              one.authorisationId === null ? null : wireId("auth", one.authorisationId),
          },
  };
}

/** Converts the candidates for a message to their wire format, most likely first. */
export function presentCandidates(
  one: UnmatchedRecord,
  candidates: readonly CandidateRow[],
): MatchCandidate[] {
  return candidates
    .map((candidate) => ({
      ...candidate,
      sameMerchant: isSameName(candidate.merchant.name, one.merchant.name),
      sameAmount: one.amountMinor === null || one.amountMinor === candidate.pendingMinor,
    }))
    .sort(byLikelihood)
    .map((candidate) => presentCandidate(candidate, one.currency));
}

function presentCandidate(
  candidate: CandidateRow & { readonly sameMerchant: boolean; readonly sameAmount: boolean },
  currency: CurrencyCode,
): MatchCandidate {
  return {
    authorizationId: wireId("auth", candidate.id),
    merchant: candidate.merchant,
    authorised: formatAmount(candidate.authorizedMinor, currency),
    pending: formatAmount(candidate.pendingMinor, currency),
    createdAt: candidate.createdAt.toISOString(),
    sameMerchant: candidate.sameMerchant,
    sameAmount: candidate.sameAmount,
  };
}
