import type { CardFacts } from "./card-scenario.ts";
import type { Answer } from "./conformance.ts";
import type { Customer } from "./people.ts";

/** Returns a rule on payments above an amount. */
function ruleOver(amount: string, action: string) {
  return {
    when: { amount: { is: "over", amount } },
    ...{ action, scope: { cards: "all" }, counts: "per_card", currency: "USD", email: false },
  };
}

const MERCHANT = { name: "Northlight Tools", mcc: "5734", country: "US" };

/** Writes rules, is stopped by them, and allows single payments. */
export async function writeRules(me: Customer, { cardId, card }: CardFacts): Promise<void> {
  const path = "/api/risk/strategies";
  const rule = ruleOver("50.00", "decline");
  const { id } = await me.ok(`POST ${path}`, { body: { name: "Cap", rule } });
  await me.ok(`GET ${path}`);
  await me.ok(`GET ${path}/:id`, { id });
  const revised = { name: "Cap", rule: ruleOver("40.00", "decline"), basedOn: 1 };
  await me.ok(`PUT ${path}/:id`, { id, body: revised });
  const stale = { ...revised, name: "Lower cap" };
  await me.refused(`PUT ${path}/:id`, "strategy_changed", { id, body: stale });
  await me.ok("POST /api/risk/backtests", { body: { rule, days: 30 } });
  await me.ok("POST /api/risk/preflight", {
    body: { cardId, amount: "45.00", merchant: MERCHANT },
  });
  await me.ok(`POST ${path}/:id/status`, { id, body: { status: "active" } });
  const declined = await me.authorize(card, "45.00");
  const movementId = declined.authorizationId.replace("auth_", "mov_");
  await me.ok("GET /api/risk/strategy-hits");
  await me.ok("GET /api/risk/declines/:id", { id: movementId });
  const allowed = { movementId, kind: "allow_once", minutes: 60 };
  const grant = await me.ok("POST /api/risk/grants", { body: allowed });
  await me.ok("GET /api/risk/grants");
  await me.ok("POST /api/risk/grants/:id/revoke", { id: grant.id });
  await me.ok(`POST ${path}/:id/status`, { id, body: { status: "retired" } });
  await me.refused(`POST ${path}/:id/status`, "strategy_retired", {
    ...{ id, body: { status: "active" } },
  });
}

/** Approves one held payment, and declines another. */
export async function answerHeldPayments(me: Customer, { card }: CardFacts): Promise<void> {
  const path = "/api/risk/strategies";
  const body = { name: "Ask me", rule: ruleOver("20.00", "review") };
  const { id } = await me.ok(`POST ${path}`, { body });
  await me.ok(`POST ${path}/:id/status`, { id, body: { status: "active" } });
  for (const answer of ["approve", "decline"]) {
    await me.authorize(card, "21.00", { merchant: { ...MERCHANT, name: `Shop ${answer}` } });
    const { data } = await me.until("GET /api/reviews", (page) =>
      page.data.some((one: Answer["json"]) => one.kind === "payment" && one.turn === "you"),
    );
    const held = data.find((one: Answer["json"]) => one.kind === "payment" && one.turn === "you");
    await me.ok("GET /api/reviews/:id", { id: held.id });
    await me.ok(`POST /api/reviews/:id/${answer}`, { id: held.id });
  }
  await me.ok(`POST ${path}/:id/status`, { id, body: { status: "retired" } });
}
