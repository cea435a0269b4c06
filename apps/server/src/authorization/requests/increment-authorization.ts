import { findStanding } from "../../cards/lifecycle/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decideTraced, decisionTime, spendingWindows, storedTrace } from "../decision/index.ts";
import {
  type AuthorizationAtHand,
  askedCardOf,
  cardStateOf,
  inOpenAuthorization,
  paymentCardOf,
  recordWithin,
  stepMovement,
  type Verdict,
} from "../holds/index.ts";
import type { AuthorizationName, NetworkOutcome, Told } from "../messages/index.ts";
import { readRisk } from "../velocity/index.ts";
import { isInQuestion } from "./unanswered/unanswered-holds.ts";

const MAX_DECISIONS = 3;

export interface IncrementInput extends AuthorizationName {
  /** The amount to add, in wire format. */
  readonly amount: string | undefined;
  /** Called with each decision as it is made. The last decision applies. */
  readonly told?: Told | undefined;
}

/** Increments an authorization in its own transaction; see {@link incrementWithin}. */
export async function incrementAuthorization(
  context: AppContext,
  input: IncrementInput,
): Promise<NetworkOutcome> {
  return inTransaction(context.db.urgent, (tx) => incrementWithin(context, tx, input));
}

/**
 * Increments an open authorization. The increment is decided like the first request, but the
 * per-transaction limit applies to the total. A decline does not affect the earlier approval.
 *
 * @throws Refusal `not_found`, `authorization_closed`, `invalid_input` without an amount,
 * `outcome_unknown` while this server is resolving the first hold
 */
export async function incrementWithin(
  context: AppContext,
  tx: Tx,
  input: IncrementInput,
): Promise<NetworkOutcome> {
  return inOpenAuthorization(context, tx, input, async (open) => {
    if (input.amount === undefined) {
      throw new Refusal("invalid_input", { fields: [{ path: "amount", code: "required" }] });
    }
    const amountMinor = requireAmount(input.amount, open.authorization.currency);
    if (isInQuestion(context, ({ id }) => id === open.authorization.id)) {
      throw new Refusal("outcome_unknown", {
        internal: "an increment came while the hold is unresolved",
      });
    }
    for (let tries = 0; tries < MAX_DECISIONS; tries++) {
      const verdict = await decideIncrement(context, tx, open, amountMinor);
      const { decision, movement } = verdict;
      input.told?.(decision);
      const result = await recordWithin(context, tx, verdict, open.card);
      if (result.outcome === "posted") {
        const approved = decision.decision === "approve";
        return {
          movementId: movement.id,
          approved,
          code: decision.code,
          amountMinor: approved ? amountMinor : 0n,
          currency: movement.currency,
        };
      }
    }
    throw new Refusal("overloaded", { internal: "an increment was overtaken too often" });
  });
}

async function decideIncrement(
  context: AppContext,
  tx: Tx,
  open: AuthorizationAtHand,
  amountMinor: bigint,
): Promise<Verdict> {
  const { authorization } = open;
  const time = decisionTime(context, context.clock.now());
  const windows = spendingWindows(time.period);
  const standing = await findStanding(tx, authorization.customerId, authorization.cardId, windows);
  if (standing === undefined) {
    throw new Error(`authorization ${authorization.id} has no card`);
  }
  const card = paymentCardOf(standing);
  const event = {
    amountMinor,
    earlierMinor: authorization.authorizedMinor,
    currency: authorization.currency,
    merchant: authorization.merchant,
    channel: authorization.channel ?? undefined,
  };
  const { name } = authorization.merchant;
  const risk = await readRisk(context, askedCardOf(card), name, time, tx);
  const decision = decideTraced(context, cardStateOf(card, risk, time), event, time);
  const [journal] = decision.journals;
  const isApproved = decision.decision === "approve";
  const movement = stepMovement(context, open, {
    kind: "increment",
    status: isApproved ? "completed" : "declined",
    amountMinor: -amountMinor,
    ...(isApproved
      ? {
          legs: [{ type: "increase", holdId: authorization.id, amountMinor }],
          guards: journal?.guards ?? [],
          statusChanges: [
            {
              movementId: authorization.id,
              status: "processing",
              amountMinor: -(authorization.authorizedMinor + amountMinor),
            },
          ],
        }
      : {
          legs: [],
          guards: journal?.guards ?? [],
          data: { declineCode: decision.code, ...storedTrace(decision.trace) },
        }),
  });
  return { card, asked: event, decision, movement };
}
