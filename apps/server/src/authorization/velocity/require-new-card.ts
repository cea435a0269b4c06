import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { Guard } from "../decision/index.ts";
import { decisionTime } from "../decision/index.ts";
import { type NewCardsRule, programRulesOf, recordProgramRefusals } from "../rule-sets/index.ts";
import { findCounters } from "./counters.repository.ts";

/** A card that a customer applies for, and who made the request, for the audit log. */
export interface WantedCard {
  readonly customerId: string;
  readonly actor: string;
  readonly requestId: string;
  readonly now: Date;
}

/** How a new card is counted, including a ceiling that the ledger checks again. */
export interface NewCardCount {
  readonly guard: Guard;
  /** Records that the ledger refused the guard. Returns the refusal to throw. */
  refuse(): Promise<Refusal>;
}

/**
 * Refuses a new card if the customer has reached the program's daily limit. The count is read here
 * without a lock, before an issuer is called. The ledger checks the guard's ceiling again in the
 * step that charges the opening fee, so that concurrent applications cannot exceed it.
 *
 * @throws Refusal `too_many_new_cards`
 */
export async function requireNewCard(
  context: AppContext,
  wanted: WantedCard,
): Promise<NewCardCount> {
  const { customerId: subject, now } = wanted;
  const { newCards } = await programRulesOf(context, context.db.kysely);
  const window = `new_cards:${decisionTime(context, now).period.day}`;
  const active = newCards
    .filter(({ isShadow }) => !isShadow)
    .toSorted((a, b) => a.perDay - b.perDay);
  const [lowest] = active;
  const record = (rules: readonly NewCardsRule[]) =>
    recordProgramRefusals(context, { ...wanted, subject: "new_card", rules });
  if (newCards.length > 0) {
    const range = { subject, from: window, to: window };
    const [counted = []] = await findCounters(context.db.kysely, [range]);
    const used = Number(counted[0]?.count ?? 0n);
    const passed = newCards.filter(({ perDay }) => used >= perDay);
    if (passed.length > 0) {
      await record(passed);
    }
    if (lowest !== undefined && used >= lowest.perDay) {
      throw new Refusal("too_many_new_cards");
    }
  }
  return {
    guard: {
      ...{ subject, window, amountMinor: 0n, count: 1 },
      ...(lowest !== undefined && { maxCount: lowest.perDay }),
    },
    async refuse() {
      await record(lowest === undefined ? [] : [lowest]);
      return new Refusal("too_many_new_cards");
    },
  };
}
