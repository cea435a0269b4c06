import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStopLink } from "../../money-movement/payouts/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { setPassword } from "../people/index.ts";
import { beginSecurityHold } from "../security-hold/index.ts";
import { openSession } from "../sessions/index.ts";
import {
  actingFor,
  addTestMember,
  createTestCompany,
  giveFactor,
  provenBy,
  type TestCompany,
} from "./companies.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app?.close());

async function person(): Promise<TestCustomer> {
  const customer = await app.newCustomer({});
  await giveFactor(app, customer);
  return customer;
}

async function company() {
  const ada = await person();
  const acme = await createTestCompany(app, ada, { money: 0n });
  return { acme, ada, owner: await actingFor(app, acme, ada) };
}

async function joined(acme: TestCompany, role: MemberRole) {
  const own = await person();
  const id = `mem_${await addTestMember(app, acme, own, role)}`;
  return { id, own, acting: await actingFor(app, acme, own) };
}

type Request = Parameters<CardsApp["call"]>[1];

async function callProven(who: TestCustomer, request: Request, body?: object) {
  return app.call(who, request, body, { key: newId(), headers: await provenBy(app, who) });
}

/** Opens a “not me” link of a mail to a customer. */
async function notMe(customerId: string): Promise<void> {
  const { context } = app;
  const { url } = await inTransaction(context.db, (tx) =>
    newStopLink(context, tx, { id: newId(), customerId }),
  );
  const body = { token: url.split("#")[1] };
  expectStatus(await app.call(undefined, "POST /api/wallet/withdrawals/not-me", body), 200);
}

/** Opens another session of a person. */
async function withOwnSession(who: TestCustomer): Promise<TestCustomer> {
  const visitor = { ip: "127.0.0.1", device: "test", remember: false };
  const { context } = app;
  const token = await inTransaction(context.db, (tx) =>
    openSession(context, tx, who.userId, visitor),
  );
  return { ...who, token };
}

/** Signs a person in again. The user id is made up, so that the app keeps the tokens apart. */
async function signedIn(who: TestCustomer): Promise<TestCustomer> {
  return { ...(await withOwnSession(who)), userId: `${who.userId}/${newId()}` };
}

/** Resets a person's password, as with an emailed code. */
function reset({ userId }: TestCustomer): Promise<void> {
  app.clock.advance(1);
  const change = { passwordHash: "none", now: app.clock.now(), isReset: true };
  return setPassword(app.context.db.kysely, userId, change);
}

/** Invites an address, and returns the token of the emailed link. */
async function invited(who: TestCustomer, email: string, role = "manager"): Promise<string> {
  const body = { email, role, locale: "en" };
  expectStatus(await callProven(who, "POST /api/company/invitations", body), 201);
  const { text } = await app.mailTo(email);
  return /company-invitation#(\S+)/.exec(text)?.[1] ?? "none";
}

const accept = (who: TestCustomer, invitation: string) =>
  app.call(who, "POST /api/company-invitations/accept", { invitation });

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  body?.code ?? status;

const PASSWORD = "nine boats under a bridge";

describe("“not me” for a company", () => {
  it("ends all sessions of its owner and admins, and those that act for it", async () => {
    const { acme, ada, owner } = await company();
    const [admin, manager] = [await joined(acme, "admin"), await joined(acme, "manager")];
    await notMe(acme.customerId);
    for (const who of [ada, owner, admin.own, admin.acting, manager.acting]) {
      expect((await app.call(who, "GET /api/companies")).status).toBe(401);
    }
    expectStatus(await app.call(manager.own, "GET /api/companies"), 200);
  });

  it("keeps a person out, and their password and factors, until they reset it", async () => {
    const { acme, ada } = await company();
    const admin = await joined(acme, "admin");
    await notMe(acme.customerId);
    await reset(ada);
    const [owner, thief] = [await signedIn(ada), await signedIn(admin.own)];
    const session = `POST /api/companies/cus_${acme.customerId}/session` as const;
    const password = { password: PASSWORD, confirmPassword: PASSWORD };
    const refused = [
      await app.call(thief, session),
      await callProven(thief, "POST /api/auth/password", password),
      await callProven(thief, "POST /api/auth/factors/recovery-codes"),
    ];
    expect(refused.map(codeOf)).toEqual(Array(3).fill("withdrawals_on_hold"));
    expectStatus(await app.call(owner, session), 201);
    const codes = await callProven(owner, "POST /api/auth/factors/recovery-codes");
    expect(codes.status, codes.text).toBeLessThan(300);
  });

  it("stops changes of its members until an operator lifts the hold", async () => {
    const { acme, ada } = await company();
    const ben = await joined(acme, "admin");
    const joe = await person();
    await notMe(acme.customerId);
    await reset(ada);
    const owner = await actingFor(app, acme, await withOwnSession(ada));
    const invitation = { email: joe.email, role: "manager", locale: "en" };
    const answers = [
      await callProven(owner, "POST /api/company/invitations", invitation),
      await callProven(owner, `PUT /api/company/members/${ben.id}`, {
        ...{ revision: 1, role: "manager" },
      }),
      await app.call(owner, `POST /api/company/members/${ben.id}/remove`, { revision: 1 }),
      await callProven(owner, "POST /api/company/ownership", { memberId: ben.id }),
    ];
    expect(answers.map(codeOf)).toEqual(Array(4).fill("withdrawals_on_hold"));
    await app.context.db.sql`
      update security_hold set lifted_at = ${app.clock.now()}, lifted_by = 'desk',
        lift_reason = 'They called' where customer_id = ${acme.customerId}`;
    expectStatus(await callProven(owner, "POST /api/company/invitations", invitation), 201);
  });

  it("lets nobody join or become the owner during the hold", async () => {
    const { acme, owner } = await company();
    const { customerId } = acme;
    const ben = await joined(acme, "manager");
    const joe = await person();
    const token = await invited(owner, joe.email);
    expectStatus(await callProven(owner, "POST /api/company/ownership", { memberId: ben.id }), 200);
    const { context } = app;
    // Only the hold, without what the link stops.
    const hold = { customerId, aboutId: newId(), requestId: "test" };
    await inTransaction(context.db, (tx) => beginSecurityHold(context, tx, hold));
    const path = `POST /api/companies/cus_${customerId}/ownership/accept` as const;
    const answers = [await accept(joe, token), await callProven(ben.own, path)];
    expect(answers.map(codeOf)).toEqual(Array(2).fill("withdrawals_on_hold"));
  });

  it("withdraws its invitations and its handover", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "manager");
    const joe = await person();
    const token = await invited(owner, joe.email);
    expectStatus(await callProven(owner, "POST /api/company/ownership", { memberId: ben.id }), 200);
    await notMe(acme.customerId);
    expect(codeOf(await accept(joe, token))).toBe("member_invitation_invalid");
    const path = `POST /api/companies/cus_${acme.customerId}/ownership/accept` as const;
    expect((await callProven(ben.own, path)).status).toBe(404);
    const { customerId } = acme;
    for (const action of ["member.invite_withdraw", "company.handover_end"] as const) {
      const [record] = await readAudit(app.context, { action, customerId });
      expect(record?.actor).toBe("mailed link");
    }
  });
});

describe("“not me” for a person", () => {
  it("withdraws the invitations and the handover that they made, and no others", async () => {
    const { acme, ada, owner } = await company();
    const admin = await joined(acme, "admin");
    const [ben, joe, eve] = [await joined(acme, "manager"), await person(), await person()];
    const [theirs, others] = [
      await invited(owner, joe.email),
      await invited(admin.acting, eve.email),
    ];
    expectStatus(await callProven(owner, "POST /api/company/ownership", { memberId: ben.id }), 200);
    await notMe(ada.customerId);
    expect(codeOf(await accept(joe, theirs))).toBe("member_invitation_invalid");
    const path = `POST /api/companies/cus_${acme.customerId}/ownership/accept` as const;
    expect((await callProven(ben.own, path)).status).toBe(404);
    expectStatus(await accept(eve, others), 201);
  });
});

describe("a change of one's password or factors", () => {
  it.each([
    ["POST /api/auth/password", { password: PASSWORD, confirmPassword: PASSWORD }],
    ["POST /api/auth/factors/recovery-codes", undefined],
  ] as const)(
    "%s ends the sessions for companies that the old token opened",
    async (call, body) => {
      const { ada, owner } = await company();
      expectStatus(await app.call(owner, "GET /api/company"), 200);
      expect((await callProven(ada, call, body)).status).toBeLessThan(300);
      expect((await app.call(owner, "GET /api/company")).status).toBe(401);
    },
  );
});

describe("a handover", () => {
  it("is not accepted while the company's account closes", async () => {
    const { acme, owner } = await company();
    const ben = await joined(acme, "manager");
    expectStatus(await callProven(owner, "POST /api/company/ownership", { memberId: ben.id }), 200);
    const subject = { operation: "account_closing", remaining: [] } as const;
    const headers = await provenBy(app, owner, { ...subject, remaining: [] });
    const ask = "POST /api/account-closing" as const;
    expectStatus(await app.call(owner, ask, { remaining: [] }, { headers }), 201);
    const path = `POST /api/companies/cus_${acme.customerId}/ownership/accept` as const;
    expect(codeOf(await callProven(ben.own, path))).toBe("account_closing_open");
  });
});
