import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { newId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import {
  actingFor,
  addTestMember,
  createTestCompany,
  giveFactor,
  provenBy,
  type TestCompany,
} from "./companies.fixtures.ts";
import { COMPANY_CHECKS } from "./company-checks.repository.ts";

let app: CardsApp;
/** Owns each test's company. */
let ada: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp();
  ada = await person();
});
afterAll(() => app?.close());

async function person({ hasFactor = true } = {}): Promise<TestCustomer> {
  const customer = await app.newCustomer({});
  if (hasFactor) {
    await giveFactor(app, customer);
  }
  return customer;
}

/** A company, and its owner as they act for it. */
async function company(): Promise<{ acme: TestCompany; owner: TestCustomer }> {
  const acme = await createTestCompany(app, ada, { name: `Acme ${newId().slice(-6)}` });
  return { acme, owner: await actingFor(app, acme, ada) };
}

/** Adds a member, and returns them as they act for the company. */
async function joined(acme: TestCompany, role: MemberRole) {
  const own = await person();
  const id = `mem_${await addTestMember(app, acme, own, role)}`;
  return { id, own, acting: await actingFor(app, acme, own) };
}

type Request = Parameters<CardsApp["call"]>[1];

/** Makes a call with a step-up token. */
async function callProven(who: TestCustomer, request: Request, body?: object, key = newId()) {
  return app.call(who, request, body, { key, headers: await provenBy(app, who) });
}

const invite = (who: TestCustomer, email: string, role: string, key?: string) =>
  callProven(who, "POST /api/company/invitations", { email, role, locale: "en" }, key);

/** Invites an address, and returns the token of the emailed link. */
async function invited(who: TestCustomer, email: string, role = "manager") {
  const invitation = expectStatus(await invite(who, email, role), 201).body;
  return { id: invitation.id as string, token: await tokenTo(email) };
}

async function tokenTo(email: string): Promise<string> {
  const { text } = await app.mailTo(email);
  return /company-invitation#(\S+)/.exec(text)?.[1] ?? "none";
}

const accept = (who: TestCustomer, token: string) =>
  app.call(who, "POST /api/company-invitations/accept", { invitation: token });

const errorOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

async function membersOf(who: TestCustomer) {
  return expectStatus(await app.call(who, "GET /api/company/members"), 200).body.data;
}

describe("an invitation", () => {
  it("makes its addressee a member in the role shown, once", async () => {
    const { acme, owner } = await company();
    const ben = await person();
    const { token } = await invited(owner, ben.email, "manager");
    const shown = await app.call(undefined, "POST /api/company-invitations/read", {
      invitation: token,
    });
    expect(expectStatus(shown, 200).body).toMatchObject({
      ...{ company: acme.name, role: "manager", email: ben.email, needsSecondFactor: true },
      invitedBy: ada.username,
    });
    expect(await membersOf(owner)).toHaveLength(1);
    const accepted = expectStatus(await accept(ben, token), 201).body;
    expect(accepted).toMatchObject({ name: acme.name, role: "manager" });
    expect(errorOf(await accept(ben, token))).toEqual([400, "member_invitation_invalid"]);
    const names = (await membersOf(owner)).map(({ username }: { username: string }) => username);
    expect(names).toEqual([ada.username, ben.username]);
    const told = await app.mailTo(ada.email);
    expect(told.subject).toBe(`${ben.username} joined ${acme.name}`);
  });

  it("cannot be accepted with the account of another address, and stays open", async () => {
    const { owner } = await company();
    const [ben, eve] = [await person(), await person()];
    const { token } = await invited(owner, ben.email);
    expect(errorOf(await accept(eve, token))).toEqual([403, "member_invitation_other_address"]);
    expectStatus(await accept(ben, token), 201);
  });

  it("cannot be accepted after it was withdrawn, replaced, or after 72 hours", async () => {
    const { owner } = await company();
    const [ben, eve, joe] = [await person(), await person(), await person()];
    const withdrawn = await invited(owner, ben.email);
    const path = `POST /api/company/invitations/${withdrawn.id}/withdraw` as const;
    expectStatus(await app.call(owner, path), 204);
    expect(errorOf(await accept(ben, withdrawn.token))).toEqual([400, "member_invitation_invalid"]);
    expect((await app.call(owner, path)).status).toBe(404);
    const first = await invited(owner, eve.email, "manager");
    expectStatus(await invite(owner, eve.email, "auditor"), 201);
    expect(errorOf(await accept(eve, first.token))).toEqual([400, "member_invitation_invalid"]);
    await expect.poll(() => tokenTo(eve.email), { timeout: 60_000 }).not.toBe(first.token);
    const second = expectStatus(await accept(eve, await tokenTo(eve.email)), 201).body;
    expect(second.role).toBe("auditor");
    const late = await invited(owner, joe.email);
    const moment = app.clock.now().getTime() + 72 * 3_600_000;
    const later = vi.spyOn(app.clock, "now").mockReturnValue(new Date(moment));
    const read = await app.call(undefined, "POST /api/company-invitations/read", {
      invitation: late.token,
    });
    later.mockRestore();
    expect(errorOf(read)).toEqual([400, "member_invitation_invalid"]);
  });

  it("ends when its inviter loses the right to give the role", async () => {
    const { acme, owner } = await company();
    const admin = await joined(acme, "admin");
    const [ben, eve] = [await person(), await person()];
    const { token } = await invited(admin.acting, ben.email, "manager");
    const change = { revision: 1, role: "bookkeeper" };
    expectStatus(await callProven(owner, `PUT /api/company/members/${admin.id}`, change), 200);
    expect(errorOf(await accept(ben, token))).toEqual([400, "member_invitation_invalid"]);
    const other = await joined(acme, "admin");
    const forEve = await invited(other.acting, eve.email, "auditor");
    const removal = `POST /api/company/members/${other.id}/remove` as const;
    expectStatus(await app.call(owner, removal, { revision: 1 }), 204);
    expect(errorOf(await accept(eve, forEve.token))).toEqual([400, "member_invitation_invalid"]);
  });

  it("to a role that moves money needs a second factor to be accepted", async () => {
    const { owner } = await company();
    const [ben, eve] = [await person({ hasFactor: false }), await person({ hasFactor: false })];
    const forBen = await invited(owner, ben.email, "manager");
    expect(errorOf(await accept(ben, forBen.token))).toEqual([403, "second_factor_required"]);
    await giveFactor(app, ben);
    expectStatus(await accept(ben, forBen.token), 201);
    const forEve = await invited(owner, eve.email, "bookkeeper");
    expectStatus(await accept(eve, forEve.token), 201);
  });

  it("of a cell other than the person's is refused", async () => {
    const ben = await person();
    const refused = await accept(ben, `vi9_${"a".repeat(43)}`);
    expect(errorOf(refused)).toEqual([409, "company_in_other_cell"]);
  });

  it("is sent once per key, needs a fresh step-up, and not to a member", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "auditor");
    const path = "POST /api/company/invitations" as const;
    const body = { email: `${newId()}@tessera.test`, role: "manager", locale: "en" };
    expect((await app.call(owner, path, body)).body.code).toBe("proof_required");
    const key = newId();
    const first = expectStatus(await invite(owner, body.email, "manager", key), 201).body;
    await app.context.db.sql`delete from idempotency_answer where owner = ${acme.customerId}`;
    expect((await invite(owner, body.email, "manager", key)).body.id).toBe(first.id);
    const mails = await app.context.db.sql`
      select from sandbox_mail where recipient = ${body.email}`;
    expect(mails.length).toBeLessThanOrEqual(1);
    const again = await invite(owner, ben.own.email, "manager");
    expect(errorOf(again)).toEqual([409, "member_already"]);
  });

  it("reveals nothing by guessing", async () => {
    const read = "POST /api/company-invitations/read" as const;
    const answers = await Promise.all(
      [`vi1_${"a".repeat(43)}`, "nonsense", `vc1_${"b".repeat(43)}`].map((token) =>
        app.call(undefined, read, { invitation: token }),
      ),
    );
    const bodies = answers.map(({ body }) => ({ ...body, requestId: "" }));
    expect(bodies[0]).toMatchObject({ status: 400, code: "member_invitation_invalid" });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });
});

describe("a change of a role", () => {
  it("takes effect for open sessions with the commit, in both directions", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "bookkeeper");
    const freeze = () =>
      app.call(ben.acting, "POST /api/cards/freeze-all", undefined, {
        key: newId(),
      });
    expect((await freeze()).body.code).toBe("role_lacks_permission");
    const path = `PUT /api/company/members/${ben.id}` as const;
    expectStatus(await callProven(owner, path, { revision: 1, role: "manager" }), 200);
    expectStatus(await freeze(), 201);
    expectStatus(await callProven(owner, path, { revision: 2, role: "auditor" }), 200);
    expect((await freeze()).body.code).toBe("role_lacks_permission");
  });

  it("makes a step-up token useless that was given before it", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "admin");
    const headers = await provenBy(app, ben.acting);
    const path = `PUT /api/company/members/${ben.id}` as const;
    expectStatus(await callProven(owner, path, { revision: 1, role: "manager" }), 200);
    expectStatus(await callProven(owner, path, { revision: 2, role: "admin" }), 200);
    const body = { email: `${newId()}@tessera.test`, role: "manager", locale: "en" };
    const invitations = "POST /api/company/invitations" as const;
    const refused = await app.call(ben.acting, invitations, body, { headers });
    expect(errorOf(refused)).toEqual([403, "proof_invalid"]);
  });

  it("is refused for oneself, for somebody above, and on an old revision", async () => {
    const { acme, owner } = await company();
    const admin = await joined(acme, "admin");
    const other = await joined(acme, "admin");
    const ben = await joined(acme, "auditor");
    const change = (who: TestCustomer, id: string, role: string, revision = 1) =>
      callProven(who, `PUT /api/company/members/${id}`, { revision, role });
    const rows = [
      [await change(admin.acting, admin.id, "manager"), "member_is_self"],
      [await change(admin.acting, other.id, "manager"), "member_above_you"],
      [await change(admin.acting, `mem_${acme.ownerMembershipId}`, "manager"), "member_above_you"],
      [await change(admin.acting, ben.id, "admin"), "member_above_you"],
      [await change(owner, ben.id, "manager", 7), "member_changed"],
      [await change(owner, ben.id, "owner"), "invalid_input"],
    ] as const;
    expect(rows.map(([{ body }]) => body.code)).toEqual(rows.map(([, code]) => code));
    const key = newId();
    const done = await change(owner, ben.id, "manager");
    expect(expectStatus(done, 200).body).toMatchObject({ role: "manager", revision: 2 });
    const path = `PUT /api/company/members/${ben.id}` as const;
    const again = await callProven(owner, path, { revision: 1, role: "manager" }, key);
    expect(expectStatus(again, 200).body.revision).toBe(2);
  });

  it("to one that moves money is refused for a member without a second factor", async () => {
    const { acme, owner } = await company();
    const ben = await person({ hasFactor: false });
    const id = await addTestMember(app, acme, ben, "auditor");
    const path = `PUT /api/company/members/mem_${id}` as const;
    const refused = await callProven(owner, path, { revision: 1, role: "manager" });
    expect(errorOf(refused)).toEqual([409, "member_lacks_second_factor"]);
  });
});

describe("the end of a membership", () => {
  it("ends the member's sessions for the company, and no others", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "manager");
    const path = `POST /api/company/members/${ben.id}/remove` as const;
    expectStatus(await app.call(owner, path, { revision: 1 }), 204);
    expect((await app.call(ben.acting, "GET /api/company")).status).toBe(401);
    expectStatus(await app.call(ben.own, "GET /api/companies"), 200);
    expect((await app.call(owner, path, { revision: 1 })).status).toBe(404);
    const told = await app.mailTo(ben.own.email);
    expect(told.subject).toBe(`You are no longer a member of ${acme.name}`);
  });

  it("can be the member's own wish, but not the owner's", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "manager");
    const path = `POST /api/companies/cus_${acme.customerId}/leave` as const;
    expectStatus(await app.call(ben.own, path), 204);
    expect((await app.call(ben.own, path)).status).toBe(404);
    expect((await app.call(ben.acting, "GET /api/company")).status).toBe(401);
    expect(errorOf(await app.call(ada, path))).toEqual([409, "owner_stays"]);
    expect(await membersOf(owner)).toHaveLength(1);
  });

  it("is recorded in the company's log with the member who acted", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "manager");
    const path = `POST /api/companies/cus_${acme.customerId}/leave` as const;
    expectStatus(await app.call(ben.own, path), 204);
    const logs = expectStatus(await app.call(owner, "GET /api/logs"), 200).body.data;
    const left = logs.find(({ act }: { act: string }) => act === "member.leave");
    expect(left).toMatchObject({ actor: "you", member: ben.own.username, title: "Member left" });
    const { customerId } = acme;
    const [record] = await readAudit(app.context, { action: "member.leave", customerId });
    expect(record?.actor).toBe(ben.own.userId);
  });
});

describe("a handover", () => {
  const accept = async (own: TestCustomer, acme: TestCompany) =>
    callProven(own, `POST /api/companies/cus_${acme.customerId}/ownership/accept`);

  it("takes two steps: the owner asks, and the new owner accepts", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "auditor");
    expect((await accept(ben.own, acme)).status).toBe(404);
    const asked = await callProven(owner, "POST /api/company/ownership", { memberId: ben.id });
    expect(expectStatus(asked, 200).body.handover).toMatchObject({ to: ben.own.username });
    const listed = (await app.call(ben.own, "GET /api/companies")).body.data;
    expect(listed[0].handover).toMatchObject({ from: ada.username });
    expect((await membersOf(owner))[0]).toMatchObject({ username: ada.username, role: "owner" });
    expectStatus(await accept(ben.own, acme), 200);
    const roles = (await membersOf(owner)).map((one: { username: string; role: string }) => [
      one.username,
      one.role,
    ]);
    expect(roles).toEqual([
      [ben.own.username, "owner"],
      [ada.username, "admin"],
    ]);
    expect((await app.call(owner, "DELETE /api/company/ownership")).body.code).toBe(
      "role_lacks_permission",
    );
    expect(await brokenPromises(app.context, COMPANY_CHECKS)).toEqual([]);
  });

  test.each(["canceled", "declined", "expired"])("that was %s cannot be accepted", async (how) => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "manager");
    expectStatus(await callProven(owner, "POST /api/company/ownership", { memberId: ben.id }), 200);
    if (how === "canceled") {
      expectStatus(await app.call(owner, "DELETE /api/company/ownership"), 204);
    } else if (how === "declined") {
      const path = `POST /api/companies/cus_${acme.customerId}/ownership/decline` as const;
      expectStatus(await app.call(ben.own, path), 204);
    } else {
      await app.context.db.sql`
        with former as (
          delete from ownership_handover where customer_id = ${acme.customerId} returning *
        ) insert into ownership_handover (customer_id, from_id, to_id, asked_at, expires_at)
          select customer_id, from_id, to_id, asked_at - interval '80 hours',
            expires_at - interval '80 hours' from former`;
    }
    expect((await accept(ben.own, acme)).status).toBe(404);
  });

  it("is refused to a stranger, to oneself and without a second factor", async () => {
    const { acme, owner } = await company();
    const { acme: other } = await company();
    const stranger = await joined(other, "manager");
    const ben = await person({ hasFactor: false });
    const weak = await addTestMember(app, acme, ben, "auditor");
    const ask = (memberId: string) =>
      callProven(owner, "POST /api/company/ownership", { memberId });
    expect((await ask(stranger.id)).status).toBe(404);
    const codes = [
      (await ask(`mem_${acme.ownerMembershipId}`)).body.code,
      (await ask(`mem_${weak}`)).body.code,
    ];
    expect(codes).toEqual(["member_is_self", "member_lacks_second_factor"]);
  });
});

describe("the owner of a company", () => {
  it("cannot close their own account", async () => {
    const owner = await person();
    await createTestCompany(app, owner, { money: 0n });
    const subject = { operation: "account_closing", remaining: [] } as const;
    const headers = await provenBy(app, owner, { ...subject, remaining: [] });
    const path = "POST /api/account-closing" as const;
    const refused = await app.call(owner, path, { remaining: [] }, { headers });
    expect(errorOf(refused)).toEqual([409, "company_owned"]);
  });
});
