import type {
  ProgramRuleDetail,
  ProgramRuleMode,
  ProgramRuleTerms,
} from "@tessera/contract/back-office/program-rules.schemas";
import { newId } from "../platform/ids.ts";
import type { CardsApp, TestCustomer } from "./cards-app.ts";
import { expectStatus } from "./test-cards.ts";
import { callProven } from "./test-operators.ts";

export const RULES_PATH = "/api/admin/programme/rules";
export const PROPOSALS_PATH = "/api/admin/programme/rule-proposals";

/** The program rules in a new database. */
export const DEFAULT_RULES = {
  sanctioned: "prul_00000000-0000-7000-8000-000000000001",
  cash: "prul_00000000-0000-7000-8000-000000000002",
  gambling: "prul_00000000-0000-7000-8000-000000000004",
  newCards: "prul_00000000-0000-7000-8000-000000000007",
} as const;

/** Two administrators: one proposes changes, and the other approves them. */
export interface Administrators {
  readonly one: TestCustomer;
  readonly two: TestCustomer;
}

export async function twoAdministrators(app: CardsApp): Promise<Administrators> {
  const one = await app.newOperator("administrator");
  return { one, two: await app.newOperator("administrator") };
}

/** Adds an inactive rule. */
export async function addRule(
  app: CardsApp,
  by: TestCustomer,
  terms: ProgramRuleTerms,
): Promise<ProgramRuleDetail> {
  const names = { en: "Test rule", "zh-CN": "测试规则", "zh-TW": "測試規則" };
  const body = { names, terms, mode: "off", reason: "A test" };
  return expectStatus(await app.call(by, `POST ${RULES_PATH}`, body, { key: newId() }), 201).body;
}

/**
 * Changes a rule as one administrator. Returns the rule with the pending proposal, if there is one.
 */
export async function changeRule(
  app: CardsApp,
  by: TestCustomer,
  id: string,
  over: { readonly mode?: ProgramRuleMode; readonly terms?: ProgramRuleTerms },
): Promise<ProgramRuleDetail> {
  const { body: rule } = expectStatus(await app.call(by, `GET ${RULES_PATH}/${id}`), 200);
  const { version, names, terms, mode } = rule;
  const body = { version, names, terms, mode, reason: "A test", ...over };
  return expectStatus(await app.call(by, `PUT ${RULES_PATH}/${id}`, body), 200).body;
}

/** Changes a rule, and has the second administrator approve the change if approval is required. */
export async function putRule(
  app: CardsApp,
  { one, two }: Administrators,
  id: string,
  over: { readonly mode?: ProgramRuleMode; readonly terms?: ProgramRuleTerms },
): Promise<void> {
  const { proposal } = await changeRule(app, one, id, over);
  if (proposal !== null) {
    expectStatus(await callProven(app, two, `POST ${PROPOSALS_PATH}/${proposal.id}/approve`), 200);
  }
}
