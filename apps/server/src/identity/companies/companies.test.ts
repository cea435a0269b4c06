import { LEGAL_TEXTS } from "@tessera/contract/identity/legal-versions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, openCard } from "../../testing/test-cards.ts";
import { findMailAddresses } from "../people/index.ts";
import { forgetSessions } from "../sessions/index.ts";
import { actingFor, addTestMember, createTestCompany, giveFactor } from "./companies.fixtures.ts";
import { COMPANY_CHECKS } from "./company-checks.repository.ts";

let app: CardsApp;
/** The owner of a company, with a second factor. */
let ada: TestCustomer;
/** A person with a second factor, who is in no company. */
let ben: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp();
  [ada, ben] = [await personWithFactor(), await personWithFactor()];
});
afterAll(() => app?.close());

async function personWithFactor(): Promise<TestCustomer> {
  const person = await app.newCustomer({});
  await giveFactor(app, person);
  return person;
}

async function textsInForce() {
  const { data } = (await app.call(undefined, "GET /api/legal/versions")).body;
  return LEGAL_TEXTS.map((text) => {
    const found = data.find(
      (one: { text: string; status: string }) => one.text === text && one.status === "in_force",
    );
    return { text, version: found.version, locale: "en" };
  });
}

async function create(person: TestCustomer, body: object = {}, key = newId()) {
  const full = { name: "Acme Ltd", texts: await textsInForce(), ...body };
  return app.call(person, "POST /api/companies", full, { key });
}

/** Opens a session for a company through the API. */
async function switchTo(person: TestCustomer, id: string): Promise<TestCustomer> {
  const answer = expectStatus(await app.call(person, `POST /api/companies/${id}/session`), 201);
  const { token } = answer.body;
  return { ...person, customerId: id.replace("cus_", ""), userId: newId(), token };
}

const errorOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

describe("a company", () => {
  it("is created with accounts of its own, and its creator owns it", async () => {
    const created = expectStatus(await create(ada, { name: "Own accounts" }), 201).body;
    expect(created).toMatchObject({ name: "Own accounts", role: "owner", status: "active" });
    expect(created.id).not.toBe(`cus_${ada.customerId}`);
    const company = await switchTo(ada, created.id);
    const wallet = expectStatus(await app.call(company, "GET /api/wallet"), 200).body;
    const empty = expectStatus(await app.call(ada, "GET /api/wallet"), 200).body;
    expect(wallet).toEqual(empty);
    const profile = expectStatus(await app.call(company, "GET /api/auth/profile"), 200).body;
    expect(profile.acting).toMatchObject({ id: created.id, name: "Own accounts", role: "owner" });
    expect(profile.user.username).toBe(ada.username);
    expect(await brokenPromises(app.context, COMPANY_CHECKS)).toEqual([]);
  });

  it("records who accepted the legal texts for it, in their versions", async () => {
    const { id } = expectStatus(await create(ada, { name: "Accepts" }), 201).body;
    const company = await switchTo(ada, id);
    const outstanding = await app.call(company, "GET /api/legal/outstanding");
    expect(outstanding.body.texts).toEqual([]);
    const { data } = (await app.call(company, "GET /api/legal/acceptances")).body;
    expect(data.map(({ text }: { text: string }) => text).toSorted()).toEqual(
      [...LEGAL_TEXTS].toSorted(),
    );
    const rows = await app.context.db.sql`
      select distinct person_id from company_acceptance where customer_id = ${id.slice(4)}`;
    expect(rows).toEqual([{ person_id: ada.userId }]);
  });

  it("is created once per idempotency key, also if the first response was lost", async () => {
    const key = newId();
    const first = expectStatus(await create(ada, { name: "Once" }, key), 201).body;
    await app.context.db.sql`delete from idempotency_answer where owner = ${ada.customerId}`;
    expect(expectStatus(await create(ada, { name: "Once" }, key), 201).body.id).toBe(first.id);
    const other = await create(ada, { name: "Twice" }, key);
    expect(errorOf(other)).toEqual([422, "idempotency_mismatch"]);
  });

  it("needs a second factor, and every legal text in the version in force", async () => {
    const person = await app.newCustomer({});
    expect(errorOf(await create(person))).toEqual([403, "second_factor_required"]);
    const texts = await textsInForce();
    const some = await create(ada, { texts: texts.slice(1) });
    expect(errorOf(some)).toEqual([409, "acceptance_required"]);
    const old = await create(ada, { texts: texts.map((one) => ({ ...one, version: 99 })) });
    expect(errorOf(old)).toEqual([409, "legal_version_not_in_force"]);
  });
});

describe("a session for a company", () => {
  it("is refused for a company of others as for one that does not exist", async () => {
    const { customerId } = await createTestCompany(app, ada);
    const ask = async (id: string) => {
      const { status, text } = await app.call(ben, `POST /api/companies/${id}/session`);
      return { status, text: text.replace(/"requestId":"[^"]*"/, "") };
    };
    const theirs = await ask(`cus_${customerId}`);
    expect(theirs.status).toBe(404);
    expect(await ask(`cus_${newId()}`)).toEqual(theirs);
    expect(await ask(`cus_${ada.customerId}`)).toEqual(theirs);
    expect(await ask("nonsense")).toEqual(theirs);
  });

  it("acts on the company, while another one of the same person acts for the person", async () => {
    const company = await createTestCompany(app, ada);
    const acting = await actingFor(app, company, ada);
    const card = await openCard(app, acting);
    const [theirs, own] = [
      await app.call(acting, "GET /api/cards"),
      await app.call(ada, "GET /api/cards"),
    ];
    expect(theirs.body.data.map(({ id }: { id: string }) => id)).toContain(card.id);
    expect(own.body.data.map(({ id }: { id: string }) => id)).not.toContain(card.id);
    expect((await app.call(ada, `GET /api/cards/${card.id}`)).status).toBe(404);
  });

  it("ends with the person's own session, and is not a device in their list", async () => {
    const person = await personWithFactor();
    const company = await createTestCompany(app, person, { money: 0n });
    const acting = await actingFor(app, company, person);
    const { data } = (await app.call(person, "GET /api/auth/sessions")).body;
    expect(data).toHaveLength(1);
    expectStatus(await app.call(acting, "GET /api/company"), 200);
    expectStatus(await app.call(person, "POST /api/auth/logout"), 204);
    expect((await app.call(acting, "GET /api/company")).status).toBe(401);
  });

  it("ends alone if the person signs out of it, and the own session goes on", async () => {
    const company = await createTestCompany(app, ada, { money: 0n });
    const acting = await actingFor(app, company, ada);
    expectStatus(await app.call(acting, "POST /api/auth/logout"), 204);
    expect((await app.call(acting, "GET /api/company")).status).toBe(401);
    expectStatus(await app.call(ada, "GET /api/companies"), 200);
  });

  it("cannot be opened while the company is suspended, and a suspension ends it", async () => {
    const company = await createTestCompany(app, ada, { money: 0n });
    const acting = await actingFor(app, company, ada);
    const operator = await app.newOperator("support");
    const path = `POST /api/admin/customers/cus_${company.customerId}` as const;
    const body = { reason: "compliance", note: "A question of law" };
    expectStatus(await app.call(operator, `${path}/suspend`, body), 200);
    expect((await app.call(acting, "GET /api/company")).status).toBe(401);
    const again = `POST /api/companies/cus_${company.customerId}/session` as const;
    expect(errorOf(await app.call(ada, again))).toEqual([409, "account_suspended"]);
    expectStatus(await app.call(ada, "GET /api/wallet"), 200);
    expectStatus(await app.call(operator, `${path}/restore`, { note: "Answered" }), 200);
    expectStatus(await app.call(ada, again), 201);
  });

  it("names the role and who may, if the role lacks the permission", async () => {
    const company = await createTestCompany(app, ada, { money: 0n });
    await addTestMember(app, company, ben, "bookkeeper");
    const acting = await actingFor(app, company, ben);
    const refused = await app.call(acting, "POST /api/cards/freeze-all");
    expect(errorOf(refused)).toEqual([403, "role_lacks_permission"]);
    expect(refused.body.message).toBe(
      "Your role in this company is bookkeeper, which can’t do this. " +
        "Ask its owner, admin, or manager.",
    );
    const headers = { "accept-language": "zh-CN" };
    const inChinese = await app.call(acting, "POST /api/cards/freeze-all", undefined, { headers });
    expect(inChinese.body.message).toContain("会计");
  });
});

describe("an operator", () => {
  it("finds a company by its name, and sees its members", async () => {
    const company = await createTestCompany(app, ada, { name: "Zebra Crossing", money: 0n });
    await addTestMember(app, company, ben, "auditor");
    const operator = await app.newOperator("support");
    const found = await app.call(operator, "GET /api/admin/customers?q=zebra%20cr");
    expect(expectStatus(found, 200).body.data).toMatchObject([
      { id: `cus_${company.customerId}`, username: "Zebra Crossing", isCompany: true },
    ]);
    const path = `GET /api/admin/customers/cus_${company.customerId}` as const;
    const { members } = expectStatus(await app.call(operator, path), 200).body;
    const named = members.map((one: { username: string; role: string }) => [
      one.username,
      one.role,
    ]);
    expect(named.toSorted()).toEqual(
      [
        [ada.username, "owner"],
        [ben.username, "auditor"],
      ].toSorted(),
    );
  });
});

describe("a mail about a company", () => {
  it("goes to its owner and admins, each in their language, and to nobody else", async () => {
    const company = await createTestCompany(app, ada, { money: 0n });
    await addTestMember(app, company, ben, "manager");
    const eve = await app.newCustomer({});
    await addTestMember(app, company, eve, "admin");
    await app.context.db.sql`update person set locale = 'zh-TW' where id = ${eve.userId}`;
    const found = await findMailAddresses(app.context.db.kysely, company.customerId);
    expect(found.toSorted((a, b) => (a.email < b.email ? -1 : 1))).toEqual(
      [
        { email: ada.email, locale: "en" },
        { email: eve.email, locale: "zh-TW" },
      ].toSorted((a, b) => (a.email < b.email ? -1 : 1)),
    );
    expect(await findMailAddresses(app.context.db.kysely, ben.customerId)).toEqual([
      { email: ben.email, locale: "en" },
    ]);
  });
});

// Last, because it advances the clock, which ends the other sessions.
describe("use of a session for a company", () => {
  it("keeps the person's own session from becoming idle", async () => {
    const person = await personWithFactor();
    const company = await createTestCompany(app, person, { money: 0n });
    const acting = await actingFor(app, company, person);
    const statusOf = async (url: string, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await app.app.server.inject({ method: "GET", url, headers })).statusCode;
    };
    for (let step = 0; step < 3; step += 1) {
      app.clock.advance(20 * 60);
      expect(await statusOf("/api/company", acting.token)).toBe(200);
    }
    // Only a server that was not used for the own session in the meantime reads it again.
    forgetSessions(app.context, person.userId);
    expect(await statusOf("/api/wallet", person.token)).toBe(200);
  });
});
