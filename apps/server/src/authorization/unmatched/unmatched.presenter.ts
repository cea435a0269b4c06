import type {
  MatchCandidate,
  UnmatchedMessage as WireMessage,
} from "@tessera/contract/authorization/network.schemas";
import { type CurrencyCode, formatAmount, formatMerchantAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { MerchantAmount } from "../decision/index.ts";
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
    merchantAmount: presentMerchantAmount(one.merchantAmount),
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

function presentMerchantAmount(merchant: MerchantAmount | null): WireMessage["merchantAmount"] {
  return (
    merchant && {
      amount: formatMerchantAmount(merchant.amountMinor, merchant.currency),
      currency: merchant.currency,
    }
  );
}

/** A candidate, with what its merchant has pending in another currency than the card's. */
export interface Candidate extends CandidateRow {
  readonly merchantPending: MerchantAmount | null;
}

/**
 * Returns whether a message is about all of what a candidate has pending. Amounts in the merchant's
 * currency are compared as such: their worth has changed with the rate since the authorization.
 */
function isSameAmount(one: UnmatchedRecord, candidate: Candidate): boolean {
  const { merchantAmount: asked } = one;
  if (asked === null) {
    return one.amountMinor === null || one.amountMinor === candidate.pendingMinor;
  }
  const pending = candidate.merchantPending;
  return pending?.currency === asked.currency && pending.amountMinor === asked.amountMinor;
}

/** Converts the candidates for a message to their wire format, most likely first. */
export function presentCandidates(
  one: UnmatchedRecord,
  candidates: readonly Candidate[],
): MatchCandidate[] {
  return candidates
    .map((candidate) => ({
      ...candidate,
      sameMerchant: isSameName(candidate.merchant.name, one.merchant.name),
      sameAmount: isSameAmount(one, candidate),
    }))
    .sort(byLikelihood)
    .map((candidate) => presentCandidate(candidate, one.currency));
}

function presentCandidate(
  candidate: Candidate & { readonly sameMerchant: boolean; readonly sameAmount: boolean },
  currency: CurrencyCode,
): MatchCandidate {
  return {
    authorizationId: wireId("auth", candidate.id),
    merchant: candidate.merchant,
    authorised: formatAmount(candidate.authorizedMinor, currency),
    pending: formatAmount(candidate.pendingMinor, currency),
    merchantPending: presentMerchantAmount(candidate.merchantPending),
    createdAt: candidate.createdAt.toISOString(),
    sameMerchant: candidate.sameMerchant,
    sameAmount: candidate.sameAmount,
  };
}
