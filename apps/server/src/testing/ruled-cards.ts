import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { newId } from "../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "./cards-app.ts";
import { expectStatus, network, type Purchase, type TestCard } from "./test-cards.ts";
import { drafted, ruleOver, turn } from "./test-strategies.ts";

/** Activates a declining rule for all cards. `changes` replaces parts of the rule. */
export async function inForce(
  app: CardsApp,
  customer: TestCustomer,
  when: StrategyRule["when"],
  changes: Partial<Omit<StrategyRule, "when">> = {},
) {
  const strategy = await drafted(app, customer, { ...ruleOver("1.00"), when, ...changes });
  expectStatus(await turn(app, customer, strategy.id, "active"), 200);
  return strategy;
}

/** Returns a merchant with the given name. */
export function shop(name: string) {
  return { name, mcc: "5734", country: "US" };
}

/**
 * Requests a payment. Returns the response and the id under which the cardholder sees the payment.
 */
export async function payFor(
  app: CardsApp,
  card: TestCard,
  purchase: Partial<Purchase> & { readonly amount: string },
) {
  const answer = await network(app, "authorize", card, purchase);
  return { ...answer, movementId: answer.authorizationId.replace("auth_", "mov_") };
}

/** Requests a one-time exception for a declined payment. */
export function allow(
  app: CardsApp,
  customer: TestCustomer,
  movementId: string,
  { kind = "allow_once", key = newId() }: { kind?: string; key?: string } = {},
): Promise<Answer> {
  const body = { movementId, kind, minutes: 15 };
  return app.call(customer, "POST /api/risk/grants", body, { key });
}

/** Replaces a card as its owner would, with a step-up token. */
export async function replace(
  app: CardsApp,
  customer: TestCustomer,
  card: Pick<TestCard, "id">,
  { reason = "lost", key = newId() }: { reason?: string; key?: string } = {},
): Promise<Answer> {
  const headers = { "x-proof": await app.prove(customer) };
  return app.call(customer, `POST /api/cards/${card.id}/replace`, { reason }, { key, headers });
}
