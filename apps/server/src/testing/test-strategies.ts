import type { Strategy, StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { newId } from "../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "./cards-app.ts";
import { expectStatus } from "./test-cards.ts";

/**
 * Returns a rule that declines payments above an amount on every card. `changes` replaces parts of
 * the rule.
 */
export function ruleOver(amount: string, changes: Partial<StrategyRule> = {}): StrategyRule {
  return {
    when: { amount: { is: "over", amount } },
    action: "decline",
    scope: { cards: "all" },
    counts: "per_card",
    currency: "USD",
    email: false,
    ...changes,
  };
}

export function draft(
  app: CardsApp,
  customer: TestCustomer,
  rule: object = ruleOver("500.00"),
  key: string = newId(),
): Promise<Answer> {
  const body = { name: "Cap single payments", rule };
  return app.call(customer, "POST /api/risk/strategies", body, { key });
}

/** Drafts a strategy and checks that the draft is accepted. */
export async function drafted(
  app: CardsApp,
  customer: TestCustomer,
  rule?: object,
): Promise<Strategy> {
  return expectStatus(await draft(app, customer, rule), 201).body;
}

export function turn(
  app: CardsApp,
  customer: TestCustomer,
  id: string,
  status: string,
): Promise<Answer> {
  return app.call(customer, `POST /api/risk/strategies/${id}/status`, { status });
}

export function revise(
  app: CardsApp,
  customer: TestCustomer,
  strategy: Pick<Strategy, "id" | "version">,
  changes: { readonly name?: string; readonly rule?: object } = {},
): Promise<Answer> {
  const body = { name: "Cap single payments", rule: ruleOver("500.00"), ...changes };
  const url = `PUT /api/risk/strategies/${strategy.id}` as const;
  return app.call(customer, url, { ...body, basedOn: strategy.version });
}
