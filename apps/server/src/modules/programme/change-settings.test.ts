import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { programmeSettings } from "./index.ts";

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

test("they begin as published, and a change is a new version in force at once", async () => {
  const { body } = expectStatus(await app.call(admin, `GET ${PATH}`), 200);
  expect(body).toMatchObject({ current: { version: 1, withdrawal: WITHDRAWAL }, earlier: [] });
  const changed = expectStatus(await change(input(1, { reviewAbove: "750" })), 200);
  expect(changed.body).toMatchObject({ version: 2, changedBy: admin.username });
  const inForce = await programmeSettings(app.context, app.context.db.kysely);
  expect(inForce.withdrawal.reviewAboveMinor).toBe(75_000n);
  const later = await app.call(admin, `GET ${PATH}`);
  expect(later.body.earlier.map((one: { version: number }) => one.version)).toEqual([1]);
  const [record] = await app.context.db.sql`
    select action, actor, data from ledger.audit where action = 'settings.change'`;
  expect(record).toMatchObject({
    actor: admin.username,
    data: {
      before: { "withdrawal.reviewAboveMinor": "100000" },
      after: { "withdrawal.reviewAboveMinor": "75000" },
    },
  });
});

test("of two who change one version at once, the second is told who was first", async () => {
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

test.each([
  [{ twoAbove: "0.50" }, "withdrawal.twoAbove", "contradiction"],
  [{ dayLimit: "199.99" }, "withdrawal.dayLimit", "contradiction"],
  [{ dayLimit: "-1" }, "withdrawal.dayLimit", "malformed_amount"],
  [{ reviewAbove: "1.005" }, "withdrawal.reviewAbove", "malformed_amount"],
  [{ surprise: "1" }, "withdrawal.surprise", "unknown_field"],
])("%j is refused at %s", async (withdrawal, path, code) => {
  const answer = await change(input(3, withdrawal));
  expect(answer.status).toBe(400);
  expect(answer.body.fields).toMatchObject([{ path, code }]);
});
