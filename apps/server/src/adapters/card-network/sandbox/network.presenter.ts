import type { AuthorizeAnswer, NetworkAnswer } from "@tessera/contract/simulator/sandbox.schemas";
import { formatAmount, formatMerchantAmount } from "@tessera/money";
import type { NetworkOutcome } from "../../../authorization/messages/index.ts";
import { wireId } from "../../../platform/ids.ts";

export function presentAuthorization(outcome: NetworkOutcome): AuthorizeAnswer {
  return {
    authorizationId: wireId("auth", outcome.movementId),
    approved: outcome.approved,
    code: outcome.code,
    approvedAmount: formatAmount(outcome.amountMinor, outcome.currency),
    currency: outcome.currency,
    ...merchantAmountOf(outcome),
  };
}

export function presentOutcome(outcome: NetworkOutcome): NetworkAnswer {
  return {
    movementId: wireId("mov", outcome.movementId),
    approved: outcome.approved,
    code: outcome.code,
    amount: formatAmount(outcome.amountMinor, outcome.currency),
    currency: outcome.currency,
    ...merchantAmountOf(outcome),
  };
}

function merchantAmountOf({ merchantAmount }: NetworkOutcome) {
  if (merchantAmount === undefined) {
    return {};
  }
  const { amountMinor, currency } = merchantAmount;
  return { merchantAmount: { amount: formatMerchantAmount(amountMinor, currency), currency } };
}
