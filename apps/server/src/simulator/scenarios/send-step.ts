import { ERRORS } from "@tessera/contract/errors/catalog";
import type { Locale } from "@tessera/contract/errors/locales";
import type { PracticeScenarioId } from "@tessera/contract/simulator/scenarios.schemas";
import { formatAmount } from "@tessera/money";
import { type PlayedMessage, playMessage } from "../../adapters/card-network/sandbox/index.ts";
import { type Decision, presentTrace } from "../../authorization/decision/index.ts";
import { setCardFrozen } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { merchantOf, type ScenarioStep } from "./scenarios.policy.ts";
import type { SessionRow, StoredOutcome } from "./simulator.tables.ts";
import { topUpCard } from "./top-up-card.ts";

/** The result of a step, without the card's balances before and after the step. */
export type Sent = Omit<StoredOutcome, "before" | "after">;

export interface Sending {
  readonly session: SessionRow;
  readonly scenario: PracticeScenarioId;
  readonly step: ScenarioStep;
  /**
   * The message's id. It is permanently unique, and stays the same if a step is sent again after a
   * crash.
   */
  readonly messageId: string;
  /** The step's amount in minor units; undefined for the entire pending amount. */
  readonly amountMinor: bigint | undefined;
  /** The movement that the step refers to, if any. */
  readonly aboutId: string | undefined;
  /** The reader's language, used for the names of program rules. */
  readonly locale: Locale;
}

const DONE = { result: "done", code: "approved", amount: null, trace: [] } as const;
/** The messages that request a decision. All other messages are only reports. */
const QUESTIONS: readonly string[] = ["authorisation", "payment", "increment"];

/** The result of a step that does nothing, because the request that it refers to was declined. */
export const SKIPPED: Sent = { result: "skipped", code: "skipped", amount: null, trace: [] };

/**
 * Performs a step with the same operations that are used for real cards. An error about a payment's
 * state also counts as a result.
 */
export async function sendStep(context: AppContext, sending: Sending): Promise<Sent> {
  const { session, step, amountMinor } = sending;
  const amount = amountMinor === undefined ? null : formatAmount(amountMinor, session.currency);
  try {
    return await send(context, sending, amount);
  } catch (error) {
    if (error instanceof Refusal && ERRORS[error.code].status === 409) {
      context.log.debug({ step: step.id, code: error.code }, "a step of the simulator was refused");
      return { result: "refused", code: error.code, amount, trace: [] };
    }
    throw error;
  }
}

async function send(context: AppContext, sending: Sending, amount: string | null): Promise<Sent> {
  const { session, step, amountMinor, messageId } = sending;
  const { customer_id: customerId, card_id: cardId, currency } = session;
  const { deed } = step;
  switch (deed) {
    case "wait":
      return DONE;
    case "top_up":
      await topUpCard(context, { customerId, cardId }, amountMinor ?? 0n, currency, messageId);
      return { ...DONE, amount };
    case "freeze":
    case "unfreeze":
      await setCardFrozen(
        context,
        { customerId, cardId, actor: "practice", requestId: "practice" },
        deed === "freeze",
      );
      return DONE;
    default:
      return sendMessage(context, sending, deed, amount);
  }
}

async function sendMessage(
  context: AppContext,
  sending: Sending,
  kind: PlayedMessage["kind"],
  amount: string | null,
): Promise<Sent> {
  const { session, scenario, step, messageId, aboutId } = sending;
  const { customer_id: customerId, card_id: cardId, currency } = session;
  const merchant = merchantOf(scenario, step) ?? { name: "Practice", mcc: "5999", country: "US" };
  let decision: Decision | undefined;
  const outcome = await playMessage(context, {
    card: { customerId, cardId },
    played: {
      kind,
      amount: amount ?? undefined,
      merchant,
      presence: step.presence,
      takesPart: step.takesPart === true,
      aboutId,
      currency,
      merchantAmount: step.merchantAmount,
    },
    messageId,
    told: (made) => {
      decision = made;
    },
  });
  const approvedAmount = formatAmount(outcome.amountMinor, currency);
  const isQuestion = QUESTIONS.includes(kind);
  return {
    result: isQuestion ? (outcome.approved ? "approved" : "declined") : "done",
    code: outcome.code,
    amount: amount ?? approvedAmount,
    ...(outcome.approved && amount !== null && approvedAmount !== amount && { approvedAmount }),
    trace: traceOf(sending, decision),
    ...(outcome.approved && { movementId: outcome.movementId }),
  };
}

/** Returns the checks, with the ids of the owner's rules instead of the ids of their copies. */
function traceOf(
  { session: { currency, rules }, locale }: Sending,
  decision: Decision | undefined,
): Sent["trace"] {
  const ownId = new Map(rules.map(({ copyId, strategyId }) => [copyId, strategyId]));
  return presentTrace(decision?.trace ?? [], currency, locale).map((entry) => {
    const strategyId = entry.strategyId && ownId.get(entry.strategyId);
    return strategyId === undefined ? entry : { ...entry, strategyId };
  });
}
