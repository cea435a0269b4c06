import {
  backtestRule,
  createStrategy,
  preflight,
  reviseStrategy,
} from "@tessera/contract/authorization/risk.endpoints";
import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { Endpoint } from "@tessera/contract/endpoint";
import { createProof, register } from "@tessera/contract/identity/accounts.endpoints";
import { completeLogin } from "@tessera/contract/identity/factors.endpoints";
import { movePracticeClock } from "@tessera/contract/simulator/scenarios.endpoints";

const UUID = "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f";
const PASSWORD = "three small boats at dawn";

const RULE: StrategyRule = {
  when: { amount: { is: "over", amount: "500.00" } },
  action: "decline",
  scope: { cards: "all" },
  counts: "per_card",
  currency: "USD",
  email: false,
};
const STRATEGY = { name: "Cap single payments", rule: RULE };

/**
 * Example request bodies for calls with mutually exclusive fields, which would reject a body that
 * contains all of them.
 */
export const BODY_EXAMPLES: ReadonlyMap<Endpoint, unknown> = new Map<Endpoint, unknown>([
  [
    register,
    {
      email: "ada@example.com",
      code: "402913",
      password: PASSWORD,
      confirmPassword: PASSWORD,
      agreement: true,
    },
  ],
  [completeLogin, { challenge: "D7KijFMQkUjOC7wRu739NNvgYKMoUdJ2XWLCrcx7kgM", totp: "402913" }],
  [
    createProof,
    {
      password: PASSWORD,
      subject: {
        operation: "withdrawal",
        quoteId: `quo_${UUID}`,
        amount: "100.00",
        currency: "USD",
        address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      },
    },
  ],
  [movePracticeClock, { by: "PT1H" }],
  [createStrategy, STRATEGY],
  [reviseStrategy, { ...STRATEGY, basedOn: 1 }],
  [backtestRule, { rule: RULE, days: 90 }],
  [
    preflight,
    {
      cardId: `card_${UUID}`,
      amount: "100.00",
      currency: "USD",
      merchant: { name: "Example Software", mcc: "5734", country: "US" },
      presence: "remote",
    },
  ],
]);
