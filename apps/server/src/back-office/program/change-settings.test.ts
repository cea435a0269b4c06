import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { callProven } from "../../testing/test-operators.ts";
import { programSettings } from "./program-settings.ts";

let app: CardsApp;
let admin: TestCustomer;
let other: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp();
  admin = await app.newOperator("administrator");
  other = await app.newOperator("administrator");
});
afterAll(() => app.close());

const PATH = "/api/admin/programme/settings";

const WITHDRAWAL = {
  reviewAbove: "1000.00",
  twoAbove: "10000.00",
  dayLimitWithoutFactor: "200.00",
  dayLimit: "20000.00",
};

function input(version: number, withdrawal: object = {}) {
  return {
    version,
    withdrawal: { ...WITHDRAWAL, ...withdrawal },
    application: { reviewAbove: "100.00" },
    correction: { maxAmount: "10000.00" },
  };
}

const change = (body: object, who = admin) => app.call(who, `PUT ${PATH}`, body);

test("program settings: a change creates a new version that applies immediately", async () => {
  const { body } = expectStatus(await app.call(admin, `GET ${PATH}`), 200);
  expect(body).toMatchObject({ current: { version: 1, withdrawal: WITHDRAWAL }, earlier: [] });
  const changed = expectStatus(await change(input(1, { reviewAbove: "750" })), 200);
  expect(changed.body).toMatchObject({ version: 2, changedBy: admin.username });
  const inForce = await programSettings(app.context, app.context.db.kysely);
  expect(inForce.withdrawal.reviewAboveMinor).toBe(75_000n);
  const later = await app.call(admin, `GET ${PATH}`);
  expect(later.body.earlier.map((one: { version: number }) => one.version)).toEqual([1]);
  const [record] = await app.context.db.sql`
    select action, actor, data from ledger.audit where action = 'settings.change'`;
  expect(record).toMatchObject({
    actor: admin.userId,
    data: {
      before: { "withdrawal.reviewAboveMinor": "100000" },
      after: { "withdrawal.reviewAboveMinor": "75000" },
    },
  });
});

test("program settings: the second of two concurrent changes is rejected", async () => {
  const [one, two] = await Promise.all([
    change(input(2, { reviewAbove: "1.00" })),
    change(input(2, { reviewAbove: "2.00" }), other),
  ]);
  expect([one.status, two.status].toSorted()).toEqual([200, 409]);
  const refused = one.status === 409 ? one : two;
  const winner = one.status === 409 ? other : admin;
  expect(refused.body).toMatchObject({
    code: "programme_changed",
    changed: { by: winner.username },
  });
  const same = one.status === 409 ? "2.00" : "1.00";
  const again = await change(input(2, { reviewAbove: same }));
  expect(again).toMatchObject({ status: 200, body: { version: 3 } });
});

describe("raising a limit", () => {
  const propose = async (values: object, over: object = {}) => {
    const { version } = (await app.call(admin, `GET ${PATH}`)).body.current;
    const body = { ...input(version), ...values, ...over, reason: "The holidays" };
    return callProven(app, admin, `POST ${PATH}/proposals`, body);
  };
  const current = async () => (await app.call(admin, `GET ${PATH}`)).body.current;
  const decide = (id: string, act: string, who = other) =>
    callProven(app, who, `POST /api/admin/proposals/${id}/${act}`);

  test.each([
    ["withdrawal", "reviewAbove", "9999.00"],
    ["withdrawal", "twoAbove", "10000.01"],
    ["withdrawal", "dayLimitWithoutFactor", "200.01"],
    ["withdrawal", "dayLimit", "20000.01"],
    ["application", "reviewAbove", "100.01"],
    ["correction", "maxAmount", "10000.01"],
  ])("%s.%s requires two administrators", async (group, name, value) => {
    const { version, changedBy: _, changedAt: __, ...now } = await current();
    const raised = { ...now, version, [group]: { ...now[group], [name]: value } };
    const refused = await change(raised);
    expect([refused.status, refused.body.code]).toEqual([409, "second_administrator_needed"]);
    expect(await current()).toMatchObject({ version });
  });

  test("takes effect exactly as proposed when another administrator approves", async () => {
    const before = await current();
    const proposed = expectStatus(await propose({ correction: { maxAmount: "12000.00" } }), 201);
    const { id, limits } = proposed.body;
    expect(limits).toContainEqual({
      name: "correction.maxAmount",
      from: "10000.00",
      to: "12000.00",
    });
    expect((await decide(id, "approve", admin)).body.code).toBe("proposal_own");
    expect(await current()).toMatchObject({ version: before.version });
    expectStatus(await decide(id, "approve"), 200);
    const after = await current();
    expect(after).toMatchObject({
      version: before.version + 1,
      correction: { maxAmount: "12000.00" },
      changedBy: `${admin.username}, ${other.username}`,
    });
    expectStatus(await decide(id, "approve"), 200);
    expect(await current()).toEqual(after);
    const records = await readAudit(app.context, { action: "settings.change" });
    expect(records.at(-1)).toMatchObject({
      actor: other.userId,
      data: {
        proposedBy: admin.username,
        before: { "correction.maxAmountMinor": "1000000" },
        after: { "correction.maxAmountMinor": "1200000" },
      },
    });
  });

  test("cannot be approved once a newer version exists, such as one lowering a limit", async () => {
    const proposed = expectStatus(await propose({ correction: { maxAmount: "15000.00" } }), 201);
    const { version } = await current();
    const { changedBy: _, changedAt: __, ...now } = await current();
    expectStatus(await change({ ...now, correction: { maxAmount: "11000.00" } }), 200);
    const refused = await decide(proposed.body.id, "approve");
    expect(refused.body).toMatchObject({
      code: "proposal_outdated",
      changed: { by: admin.username },
    });
    expect(await current()).toMatchObject({
      version: version + 1,
      correction: { maxAmount: "11000.00" },
    });
  });

  test("cannot be proposed if nothing changes or the limits contradict each other", async () => {
    const { version: _, changedBy: __, changedAt: ___, ...now } = await current();
    expect((await propose(now)).body.fields).toMatchObject([{ path: "version" }]);
    const withdrawal = { ...now.withdrawal, twoAbove: "0.00" };
    expect((await propose({ ...now, withdrawal })).body.fields).toMatchObject([
      { path: "withdrawal.twoAbove", code: "contradiction" },
    ]);
    expect((await propose(now, { version: 1 })).body.code).toBe("programme_changed");
  });

  test("excludes thresholds for wrong attempts, which one administrator can change", async () => {
    const { version: _, changedBy: __, changedAt: ___, ...now } = await current();
    const raised = { ...now, correction: { maxAmount: "15500.00" } };
    const tries = { ...now.tries, wrongPerCard: now.tries.wrongPerCard + 1 };
    expect((await propose({ ...raised, tries })).body.fields).toMatchObject([
      { path: "tries", code: "contradiction" },
    ]);
  });

  test("cannot be proposed if nobody else can approve it", async () => {
    await app.context.db.sql`
      update person set suspended_at = now()
      where role = 'administrator' and id <> ${admin.userId}`;
    const answer = await propose({ correction: { maxAmount: "16000.00" } });
    expect(answer.body.code).toBe("no_second_administrator");
    await app.context.db.sql`update person set suspended_at = null`;
  });
});

test.each([
  [{ twoAbove: "0.50" }, "withdrawal.twoAbove", "contradiction"],
  [{ dayLimit: "199.99" }, "withdrawal.dayLimit", "contradiction"],
  [{ dayLimit: "-1" }, "withdrawal.dayLimit", "malformed_amount"],
  [{ reviewAbove: "1.005" }, "withdrawal.reviewAbove", "malformed_amount"],
  [{ surprise: "1" }, "withdrawal.surprise", "unknown_field"],
])("program settings: %j is rejected at %s", async (withdrawal, path, code) => {
  const answer = await change(input(3, withdrawal));
  expect(answer.status).toBe(400);
  expect(answer.body.fields).toMatchObject([{ path, code }]);
});
