import type { ProgramRuleTerms } from "@tessera/contract/back-office/program-rules.schemas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withDatabase } from "../../platform/database/with-database.ts";
import { newId, parseId, wireId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { expectStatus, fund, network, openCard, type TestCard } from "../../testing/test-cards.ts";
import { callProven, changeByTwo, removeByTwo } from "../../testing/test-operators.ts";
import {
  type Administrators,
  addRule,
  changeRule,
  DEFAULT_RULES,
  PROPOSALS_PATH,
  putRule,
  RULES_PATH,
  twoAdministrators,
} from "../../testing/test-program-rules.ts";
import { openOtherServer } from "../../testing/test-settings.ts";
import { changeProgramRule } from "./change-program-rule.ts";
import { approveProgramRule } from "./decide-program-rule.ts";

let app: CardsApp;
let admins: Administrators;

beforeAll(async () => {
  app = await createCardsApp();
  // Advances to the start of a day, so that no day ends during a test.
  app.clock.advance(86_401 - ((app.clock.now().getTime() / 1_000) % 86_400));
  admins = await twoAdministrators(app);
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const GAMBLING: ProgramRuleTerms = {
  ...{ kind: "payments", counts: "per_card", addresses: false },
  when: { mccs: { match: "any_of", values: ["7801"] } },
};

async function fundedCard() {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 100_000n);
  return { customer, card };
}

async function pay(card: TestCard, at: object): Promise<string> {
  const merchant = { name: "Shop", mcc: "5734", country: "US", ...at };
  return (await network(app, "authorize", card, { amount: "1.00", merchant })).code;
}

const ruleNow = async (id: string) =>
  expectStatus(await app.call(admins.one, `GET ${RULES_PATH}/${id}`), 200).body;

describe("a program rule change", () => {
  test("declines nothing until a second administrator approves it", async () => {
    const { card } = await fundedCard();
    const rule = await addRule(app, admins.one, GAMBLING);
    const changed = await changeRule(app, admins.one, rule.id, { mode: "active" });
    expect(changed).toMatchObject({ mode: "off", version: 1, proposal: { mine: true } });
    expect(await pay(card, { mcc: "7801" })).toBe("approved");
    const url = `POST ${PROPOSALS_PATH}/${changed.proposal?.id}/approve` as const;
    expect((await callProven(app, admins.one, url)).body.code).toBe("programme_rule_own");
    const approved = expectStatus(await callProven(app, admins.two, url), 200).body;
    expect(approved).toMatchObject({
      ...{ mode: "active", version: 2, proposal: null },
      ...{ changedBy: admins.one.username, approvedBy: admins.two.username },
    });
    expect(await pay(card, { mcc: "7801" })).toBe("programme_category_blocked");
    expectStatus(await callProven(app, admins.two, url), 200);
    expect((await ruleNow(rule.id)).version).toBe(2);
    await putRule(app, admins, rule.id, { mode: "off" });
    expect(await pay(card, { mcc: "7801" })).toBe("approved");
  });

  test("loosens nothing until it is approved: a sanctioned country stays blocked", async () => {
    const { card } = await fundedCard();
    const changed = await changeRule(app, admins.one, DEFAULT_RULES.sanctioned, { mode: "shadow" });
    expect(changed).toMatchObject({ mode: "active", proposal: { mode: "shadow" } });
    expect(await pay(card, { country: "KP" })).toBe("programme_country_blocked");
    const url = `${PROPOSALS_PATH}/${changed.proposal?.id}`;
    const note = { note: "The sanctions stand" };
    expectStatus(await app.call(admins.two, `POST ${url}/reject`, note), 200);
    expect((await callProven(app, admins.two, `POST ${url}/approve`)).body.code).toBe(
      "programme_rule_decided",
    );
    expect(await ruleNow(DEFAULT_RULES.sanctioned)).toMatchObject({
      ...{ mode: "active", version: 1, proposal: null },
      decided: [{ status: "rejected", decisionNote: "The sanctions stand" }],
    });
  });

  test("only its proposer can withdraw it; until then, a second change is rejected", async () => {
    const rule = await addRule(app, admins.one, GAMBLING);
    const { proposal } = await changeRule(app, admins.one, rule.id, { mode: "active" });
    const { names, terms, version } = rule;
    const other = { version, names, terms, mode: "active", reason: "Another" };
    const refused = await app.call(admins.two, `PUT ${RULES_PATH}/${rule.id}`, other);
    expect(refused.body.code).toBe("programme_rule_open");
    const url = `POST ${PROPOSALS_PATH}/${proposal?.id}/withdraw` as const;
    expect((await app.call(admins.two, url)).body.code).toBe("programme_rule_not_yours");
    expectStatus(await app.call(admins.one, url), 200);
    expect((await ruleNow(rule.id)).proposal).toBeNull();
  });

  test("is emailed to every other administrator with a link to the rule, only once", async () => {
    const rule = await addRule(app, admins.one, GAMBLING);
    const third = await app.newOperator("administrator");
    const mailsTo = async ({ email }: TestCustomer) => {
      const { body } = await app.call(undefined, "GET /sandbox/mail.json");
      const mails: { to: string; subject: string; text: string }[] = body.data;
      return mails.filter(({ to, text }) => to === email && text.includes(rule.id));
    };
    const { names, terms, version } = rule;
    const body = { names, terms, version, mode: "active", reason: "A test" };
    const path = `PUT ${RULES_PATH}/${rule.id}` as const;
    for (const key of [newId(), newId()]) {
      expectStatus(await app.call(admins.one, path, body, { key }), 200);
    }
    for (const other of [admins.two, third]) {
      await expect.poll(() => mailsTo(other), { timeout: 60_000 }).toHaveLength(1);
    }
    const [mail] = await mailsTo(third);
    expect(mail?.subject).toBe("A change needs your approval");
    expect(mail?.text).toContain(`${admins.one.username} proposed a change to a program rule.`);
    expect(mail?.text).toContain(`?tab=rules&open=${rule.id}`);
    expect(await mailsTo(admins.one)).toEqual([]);
  });

  test.each([
    ["is removed", { kind: "operator_remove" }],
    ["is suspended", { kind: "operator_suspend" }],
    ["gets another role", { kind: "operator_role", role: "auditor" }],
  ] as const)(
    "is withdrawn when its proposer %s, and the audit log says why",
    async (_, change) => {
      const leaving = await app.newOperator("administrator");
      const rule = await addRule(app, admins.one, GAMBLING);
      const { proposal } = await changeRule(app, leaving, rule.id, { mode: "active" });
      await changeByTwo(app, leaving, change, { by: admins.one, approver: admins.two });
      expect(await ruleNow(rule.id)).toMatchObject({
        ...{ mode: "off", proposal: null },
        decided: [{ status: "withdrawn", decidedBy: admins.two.username }],
      });
      const url = `POST ${PROPOSALS_PATH}/${proposal?.id}/approve` as const;
      expect((await callProven(app, admins.one, url)).body.code).toBe("programme_rule_decided");
      const records = await readAudit(app.context, { action: "programme_rule.withdraw" });
      expect(records.at(-1)?.data).toMatchObject({
        because: `${leaving.username} is no longer an administrator`,
      });
    },
  );

  test("is rejected if its proposer lost the role after the session was read", async () => {
    const leaving = await app.newOperator("administrator");
    const rule = await addRule(app, admins.one, GAMBLING);
    await removeByTwo(app, leaving, { by: admins.one, approver: admins.two });
    const { userId, username: actor } = leaving;
    const change = changeProgramRule(app.context, {
      id: parseId("prul", rule.id),
      body: { ...rule, mode: "active", reason: "Too late" },
      idempotencyKey: newId(),
      act: { userId, actor, role: "administrator", requestId: newId() },
    });
    await expect(change).rejects.toMatchObject({ code: "forbidden" });
    expect((await ruleNow(rule.id)).proposal).toBeNull();
  });

  test("cannot be approved by an operator who lost the role in the meantime", async () => {
    const leaving = await app.newOperator("administrator");
    const rule = await addRule(app, admins.one, GAMBLING);
    const { proposal } = await changeRule(app, admins.one, rule.id, { mode: "active" });
    await removeByTwo(app, leaving, { by: admins.one, approver: admins.two });
    const { userId, username: actor } = leaving;
    const approval = approveProgramRule(app.context, {
      id: parseId("rprp", proposal?.id ?? ""),
      act: { userId, actor, role: "administrator", requestId: newId() },
    });
    await expect(approval).rejects.toMatchObject({ code: "forbidden" });
    expect((await ruleNow(rule.id)).mode).toBe("off");
  });

  test("cannot be approved if the rule has since changed; the proposal stays open", async () => {
    const rule = await addRule(app, admins.one, GAMBLING);
    const { proposal } = await changeRule(app, admins.one, rule.id, { mode: "active" });
    await changeRule(app, admins.two, rule.id, { mode: "shadow" });
    const approved = await callProven(
      app,
      admins.two,
      `POST ${PROPOSALS_PATH}/${proposal?.id}/approve`,
    );
    expect(approved).toMatchObject({ status: 409, body: { code: "programme_changed" } });
    expect(await ruleNow(rule.id)).toMatchObject({
      mode: "shadow",
      proposal: { id: proposal?.id },
    });
  });

  test("cannot be approved by an administrator whom the proposer invited", async () => {
    const invited = await app.newOperator("administrator");
    await withDatabase(
      app.database.ownerUrl,
      ({ sql }) => sql`
        update person set invited_by_id = ${admins.one.userId} where id = ${invited.userId}`,
    );
    const rule = await addRule(app, admins.one, GAMBLING);
    const { proposal } = await changeRule(app, admins.one, rule.id, { mode: "active" });
    const approved = await callProven(
      app,
      invited,
      `POST ${PROPOSALS_PATH}/${proposal?.id}/approve`,
    );
    expect(approved).toMatchObject({ status: 403, body: { code: "linked_by_invitation" } });
    expect(await ruleNow(rule.id)).toMatchObject({ mode: "off", proposal: { id: proposal?.id } });
  });

  test("cannot be approved without a fresh step-up token", async () => {
    const rule = await addRule(app, admins.one, GAMBLING);
    const { proposal } = await changeRule(app, admins.one, rule.id, { mode: "active" });
    const url = `POST ${PROPOSALS_PATH}/${proposal?.id}/approve` as const;
    const refused = await callProven(app, admins.two, url, undefined, { unproven: true });
    expect(refused).toMatchObject({ status: 403, body: { code: "proof_required" } });
    expect(await ruleNow(rule.id)).toMatchObject({ mode: "off", proposal: { id: proposal?.id } });
  });

  test("applies only once when many administrators approve it concurrently", async () => {
    const rule = await addRule(app, admins.one, GAMBLING);
    const { proposal } = await changeRule(app, admins.one, rule.id, { mode: "active" });
    const url = `POST ${PROPOSALS_PATH}/${proposal?.id}/approve` as const;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => callProven(app, admins.two, url)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await ruleNow(rule.id)).version).toBe(2);
    const records = await app.context.db.sql`
      select from ledger.audit where action = 'programme_rule.approve'
        and object = ${rule.id.slice("prul_".length)}`;
    expect(records).toHaveLength(1);
    await putRule(app, admins, rule.id, { mode: "off" });
  });

  test("takes effect immediately if it is between shadow and off, and is audited", async () => {
    const rule = await addRule(app, admins.one, GAMBLING);
    const changed = await changeRule(app, admins.one, rule.id, { mode: "shadow" });
    expect(changed).toMatchObject({ mode: "shadow", version: 2, proposal: null, approvedBy: null });
    const asked = { action: "programme_rule.change", object: rule.id.slice("prul_".length) };
    expect((await readAudit(app.context, asked)).at(-1)).toMatchObject({
      actor: admins.one.userId,
      data: { before: { mode: "off" }, after: { mode: "shadow" }, reason: "A test" },
    });
    await changeRule(app, admins.one, rule.id, { mode: "off" });
  });

  test.each([
    ["no condition", { kind: "payments", when: {} }, "terms.when"],
    ["addresses with a category", { ...GAMBLING, addresses: true }, "terms.addresses"],
    [
      "a ceiling on cards with conditions",
      { ...GAMBLING, newCardsPerDay: 5 },
      "terms.newCardsPerDay",
    ],
    [
      "an amount without a currency",
      { kind: "payments", when: { amount: { is: "over", amount: "5.00" } } },
      "terms.currency",
    ],
  ])("is rejected with %s", async (_what, terms, path) => {
    const names = { en: "Rule", "zh-CN": "规则", "zh-TW": "規則" };
    const body = { names, terms, mode: "off", reason: "A test" };
    const refused = await app.call(admins.one, `POST ${RULES_PATH}`, body);
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ path }] } });
  });

  test("applies to the next payment on another server", async () => {
    const { card } = await fundedCard();
    const other = await openOtherServer(app);
    const rule = await addRule(app, admins.one, GAMBLING);
    expect(await pay(card, { mcc: "7801" })).toBe("approved");
    const { proposal } = await changeRule(app, admins.one, rule.id, { mode: "active" });
    const url = `POST ${PROPOSALS_PATH}/${proposal?.id}/approve` as const;
    expectStatus(await callProven(app, admins.two, url, undefined, { server: other.server }), 200);
    expect(await pay(card, { mcc: "7801" })).toBe("programme_category_blocked");
    await putRule(app, admins, rule.id, { mode: "off" });
    await other.close();
  });
});

describe("a shadow rule", () => {
  test("records what it would have declined, but declines nothing", async () => {
    const { customer, card } = await fundedCard();
    const rule = await addRule(app, admins.one, GAMBLING);
    await changeRule(app, admins.one, rule.id, { mode: "shadow" });
    expect(await pay(card, { mcc: "7801" })).toBe("approved");
    expect(await ruleNow(rule.id)).toMatchObject({ declined: 0, wouldDecline: 1 });
    const hits = await app.call(admins.one, `GET ${RULES_PATH}/${rule.id}/hits`);
    expect(hits.body.data).toMatchObject([
      {
        ...{ subject: "payment", shadow: true, cardId: card.id, amount: "1.00" },
        customerId: `cus_${customer.customerId}`,
      },
    ]);
    await changeRule(app, admins.one, rule.id, { mode: "off" });
  });
});

describe("limits across all of a customer's cards", () => {
  test("are never exceeded by 64 concurrent payments on four cards", async () => {
    const customer = await app.newCustomer({ USD: 10_000_000n });
    const cards: TestCard[] = [];
    for (let place = 0; place < 4; place++) {
      const card = await openCard(app, customer);
      await fund(app, customer, card, 100_000n);
      cards.push(card);
    }
    const amounts = await addRule(app, admins.one, {
      ...{ kind: "payments", counts: "together", currency: "USD", addresses: false },
      when: { spending: { over: "20.00", window: "rolling_24h" } },
    });
    await putRule(app, admins, amounts.id, { mode: "active" });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, place) => pay(cards[place % 4] as TestCard, {})),
    );
    const approved = answers.filter((code) => code === "approved");
    expect(approved.length).toBeLessThanOrEqual(20);
    const [spent] = await app.context.db.sql`
      select coalesce(sum(-amount), 0)::int as minor from ledger.movement_state
      where customer_id = ${customer.customerId} and kind = 'purchase' and status = 'processing'`;
    expect(spent?.minor).toBe(approved.length * 100);
    while ((await pay(cards[0] as TestCard, {})) === "approved") {
      approved.push("approved");
    }
    expect(approved).toHaveLength(20);
    expect(await pay(cards[3] as TestCard, {})).toBe("programme_limit");
    await putRule(app, admins, amounts.id, { mode: "off" });
    expect(await pay(cards[3] as TestCard, {})).toBe("approved");
  });

  test("count payments on all cards, regardless of the amount", async () => {
    const customer = await app.newCustomer({ USD: 10_000_000n });
    const [first, second] = [await openCard(app, customer), await openCard(app, customer)];
    await fund(app, customer, first, 10_000n);
    await fund(app, customer, second, 10_000n);
    const rule = await addRule(app, admins.one, {
      ...{ kind: "payments", counts: "together", addresses: false },
      when: { payments: { over: 5, window: "rolling_1h" } },
    });
    await putRule(app, admins, rule.id, { mode: "active" });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, place) => pay(place % 2 === 0 ? first : second, {})),
    );
    expect(answers.filter((code) => code === "approved").length).toBeLessThanOrEqual(5);
    await putRule(app, admins, rule.id, { mode: "off" });
  });
});

describe("a backtest of a program rule", () => {
  test("counts what the rule would have declined, and stores nothing", async () => {
    const { card } = await fundedCard();
    for (const mcc of ["7801", "7801", "5734"]) {
      expect(await pay(card, { mcc })).toBe("approved");
    }
    const body = { terms: GAMBLING, days: 30 };
    const answer = await app.call(admins.one, `POST ${RULES_PATH}/backtest`, body);
    expectStatus(answer, 200);
    expect(answer.body.sampledCustomers).toBe(answer.body.customers);
    expect(answer.body.declined).toBeGreaterThanOrEqual(2);
    expect(answer.body.payments).toBeGreaterThan(answer.body.declined);
    expect(answer.body.declinedPayments[0]).toMatchObject({
      merchant: { mcc: "7801" },
      amount: "1.00",
    });
    const newCards = { terms: { kind: "new_cards", newCardsPerDay: 3 }, days: 30 };
    const refused = await app.call(admins.one, `POST ${RULES_PATH}/backtest`, newCards);
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: "terms.kind" }] } });
  });

  test("leaves out a suspended customer's payments until the suspension is lifted", async () => {
    const { customer, card } = await fundedCard();
    expect(await pay(card, { mcc: "7801" })).toBe("approved");
    const replay = async () => {
      const body = { terms: GAMBLING, days: 30 };
      const answer = await app.call(admins.one, `POST ${RULES_PATH}/backtest`, body);
      const { customers, payments, declined } = expectStatus(answer, 200).body;
      return { customers, payments, declined };
    };
    const path = `POST /api/admin/customers/${wireId("cus", customer.customerId)}` as const;
    const before = await replay();
    const grounds = { reason: "customer_request", note: "Asked to restrict processing" };
    expectStatus(await app.call(admins.one, `${path}/suspend`, grounds), 200);
    expect(await replay()).toEqual({
      ...{ customers: before.customers - 1, payments: before.payments - 1 },
      declined: before.declined - 1,
    });
    expectStatus(await app.call(admins.one, `${path}/restore`, { note: "Asked to lift it" }), 200);
    expect(await replay()).toEqual(before);
  });
});

describe("new cards", () => {
  test("never exceed the daily limit when opened concurrently; the next is rejected", async () => {
    const customer = await app.newCustomer({ USD: 10_000_000n });
    const { newCards } = DEFAULT_RULES;
    await putRule(app, admins, newCards, { terms: { kind: "new_cards", newCardsPerDay: 3 } });
    const { body } = await app.call(customer, "GET /api/card-segments");
    const [segment] = body.data.filter((one: { currency: string }) => one.currency === "USD");
    const apply = () =>
      app.call(
        customer,
        "POST /api/card-applications",
        { segmentId: segment.id, openingFee: segment.openingFee, billingAddress: "auto" },
        { key: newId() },
      );
    const answers = await Promise.all(Array.from({ length: 12 }, apply));
    const codes = answers.map(({ status, body: { code } }) => (status < 300 ? "opened" : code));
    expect(new Set(codes)).toEqual(new Set(["opened", "too_many_new_cards"]));
    expect(codes.filter((code) => code === "opened")).toHaveLength(3);
    expect((await apply()).body.code).toBe("too_many_new_cards");
    const cards = await app.call(customer, "GET /api/cards");
    expect(cards.body.data).toHaveLength(3);
    expect((await ruleNow(newCards)).declined).toBeGreaterThanOrEqual(1);
    await putRule(app, admins, newCards, { terms: { kind: "new_cards", newCardsPerDay: 50 } });
  });

  test("are rejected for a billing address in a sanctioned country", async () => {
    const customer = await app.newCustomer({ USD: 10_000_000n });
    const { body } = await app.call(customer, "GET /api/card-segments");
    const [segment] = body.data.filter((one: { currency: string }) => one.currency === "USD");
    const billingAddress = { line1: "1 Way", city: "City", postalCode: "1000", country: "IR" };
    const { id: segmentId, openingFee } = segment;
    const application = { segmentId, openingFee };
    const asked = await app.call(
      customer,
      "POST /api/card-applications",
      { ...application, billingAddress },
      { key: newId() },
    );
    expect(asked).toMatchObject({
      status: 409,
      body: { code: "country_not_served", fields: [{ path: "billingAddress.country" }] },
    });
    const hits = await app.call(admins.one, `GET ${RULES_PATH}/${DEFAULT_RULES.sanctioned}/hits`);
    expect(hits.body.data[0]).toMatchObject({
      ...{ subject: "address", shadow: false, movementId: null, amount: null },
    });
  });
});
