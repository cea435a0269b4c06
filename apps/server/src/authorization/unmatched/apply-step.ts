import { formatAmount, formatMerchantAmount } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { clearWithin } from "../clearing/index.ts";
import { adviseWithin, reverseWithin, type StepAmount } from "../holds/index.ts";
import type { AuthorizationName, NetworkOutcome } from "../messages/index.ts";
import type { UnmatchedMessage } from "./unmatched.repository.ts";

/** An authorization event that the network reports rather than requests. */
export interface Step extends AuthorizationName, StepAmount {
  readonly kind: UnmatchedMessage["kind"];
  /** For a clearing, whether it is the final one. */
  readonly final: boolean;
}

/**
 * Applies an authorization step immediately.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `invalid_input`
 */
export function applyStep(context: AppContext, tx: Tx, step: Step): Promise<NetworkOutcome> {
  const { kind, final, ...stated } = step;
  switch (kind) {
    case "clearing":
      return clearWithin(context, tx, { ...stated, final });
    case "reversal":
      return reverseWithin(context, tx, stated);
    case "advice":
      return adviseWithin(context, tx, { ...stated, amount: requireGiven(stated.amount) });
  }
}

/** Returns the amount of a message that waited, as the network stated it. */
export function amountOf({ amountMinor, currency, merchantAmount }: UnmatchedMessage): StepAmount {
  if (amountMinor === null) {
    return {};
  }
  return merchantAmount === null
    ? { amount: formatAmount(amountMinor, currency), currency }
    : {
        amount: formatMerchantAmount(merchantAmount.amountMinor, merchantAmount.currency),
        currency: merchantAmount.currency,
      };
}

/**
 * Returns the amount.
 *
 * @throws Refusal `invalid_input` if the amount is missing
 */
export function requireGiven(amount: string | undefined): string {
  if (amount === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "required" }] });
  }
  return amount;
}
