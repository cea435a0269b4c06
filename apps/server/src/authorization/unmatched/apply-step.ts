import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { clearWithin } from "../clearing/index.ts";
import { adviseWithin, reverseWithin } from "../holds/index.ts";
import type { AuthorizationName, NetworkOutcome } from "../messages/index.ts";
import type { UnmatchedMessage } from "./unmatched.repository.ts";

/** An authorization event that the network reports rather than requests. */
export interface Step extends AuthorizationName {
  readonly kind: UnmatchedMessage["kind"];
  /**
   * The amount in wire format. If absent for a clearing or a reversal, the full pending amount
   * applies.
   */
  readonly amount: string | undefined;
  /** For a clearing, whether it is the final one. */
  readonly final: boolean;
}

/**
 * Applies an authorization step immediately.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `invalid_input`
 */
export function applyStep(context: AppContext, tx: Tx, step: Step): Promise<NetworkOutcome> {
  const { kind, amount, final, ...name } = step;
  switch (kind) {
    case "clearing":
      return clearWithin(context, tx, { ...name, amount, final });
    case "reversal":
      return reverseWithin(context, tx, { ...name, amount });
    case "advice":
      return adviseWithin(context, tx, { ...name, amount: requireGiven(amount) });
  }
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
