import { randomBytes } from "node:crypto";
import { LOCALES } from "@tessera/contract/errors/locales";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { readAudit } from "../../../testing/read-audit.ts";
import { expectStatus } from "../../../testing/test-cards.ts";
import { callProven } from "../../../testing/test-operators.ts";

const PASSWORD = "lanterns over the bay";

let app: CardsApp;
let ada: TestCustomer;
let ben: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  ada = await app.newOperator("administrator");
  ben = await app.newOperator("administrator");
});
afterAll(() => app.close());

const INVITATIONS = "/api/admin/operator-invitations";

async function invite(over: object = {}, by = ada) {
  const body = { email: `${newId()}@tessera.test`, role: "support", locale: "en", ...over };
  const answer = await callProven(app, by, `POST ${INVITATIONS}`, body);
  return { answer, email: body.email };
}

async function tokenTo(email: string): Promise<string> {
  const { text } = await app.mailTo(email);
  return /\/operator-invitation#(vi1_[A-Za-z0-9_-]+)/.exec(text)?.[1] ?? "";
}

/** Creates an open invitation and returns the token from its link. */
async function invited(over: object = {}) {
  const { answer, email } = await invite(over);
  return { ...expectStatus(answer, 201).body, email, token: await tokenTo(email) };
}

let people = 0;
function newName(): string {
  people += 1;
  return `grace${people}`;
}

function accept(token: string, over: object = {}) {
  const given = { username: newName(), password: PASSWORD, confirmPassword: PASSWORD };
  const body = { token, ...given, ...over };
  return app.call(undefined, "POST /api/operator-invitations/accept", body);
}

const read = (token: string) =>
  app.call(undefined, "POST /api/operator-invitations/read", { token });

function act(invitation: { id: string; revision: number }, name: "resend" | "withdraw", by = ada) {
  const { id, revision } = invitation;
  return callProven(app, by, `POST ${INVITATIONS}/${id}/${name}`, { revision });
}

describe("an operator invitation", () => {
  it("creates an operator who must set up a second factor before doing anything else", async () => {
    const { token, email } = await invited();
    expect(expectStatus(await read(token), 200).body).toMatchObject({ email, role: "support" });
    const username = newName();
    const accepted = expectStatus(await accept(token, { username }), 201).body;
    expect(accepted.user).toMatchObject({ username, email, role: "support" });
    expect(accepted.menus).toEqual([{ key: "profile", path: "/profile" }]);
    const get = async (url: string) => {
      const headers = { authorization: `Bearer ${accepted.token}` };
      const answer = await app.app.server.inject({ url, headers });
      return [answer.statusCode, answer.json().code];
    };
    expect(await get("/api/admin/support/counts")).toEqual([403, "second_factor_required"]);
    expect((await get("/api/auth/factors"))[0]).toBe(200);
    const { body } = await app.call(ada, `GET ${INVITATIONS}?status=accepted`);
    expect(body.data[0]).toMatchObject({ email, status: "accepted", endedBy: username });
    await expect
      .poll(async () => (await app.mailTo(ben.email)).text, { timeout: 60_000 })
      .toContain(`${username} accepted an invitation and is now a member of support.`);
    const joins = await readAudit(app.context, { action: "operator.join" });
    const record = joins.find(({ object }) => accepted.user.id.endsWith(object ?? "nobody"));
    expect(record).toMatchObject({ data: { role: "support", invitedBy: ada.username } });
    const { id } = accepted.user;
    const joined = (await app.call(ada, `GET /api/admin/operators/${id}`)).body;
    expect(joined).toMatchObject({ sessions: 1, lastSignInAt: expect.any(String) });
  });

  it.each(LOCALES)(
    "is emailed in %s, with a link whose token browsers never send to a server on their own",
    async (locale) => {
      const { email, token } = await invited({ locale });
      expect(token).toMatch(/^vi1_[A-Za-z0-9_-]{43}$/);
      const { html, subject } = await app.mailTo(email);
      expect(html).toContain(`/operator-invitation#${token}`);
      expect(subject.includes("invited")).toBe(locale === "en");
    },
  );

  it("is stored as a hash, and its token appears in no log and no list", async () => {
    const { token } = await invited();
    await read(token);
    await accept(token);
    const { text } = await app.call(ada, `GET ${INVITATIONS}`);
    expect(text).not.toContain(token);
    expect(app.logs.join("\n")).not.toContain(token);
    const rows = await app.context.db.sql`select operator_invitation::text as row
      from operator_invitation`;
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it("is accepted only once, even by many concurrent calls", async () => {
    const { token } = await invited();
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
    const late = await accept(token);
    expect([late.status, late.body.code]).toEqual([400, "invitation_invalid"]);
    expect((await read(token)).body.code).toBe("invitation_invalid");
  });

  it("expires after 24 hours and can be sent again", async () => {
    const invitation = await invited();
    app.clock.advance(24 * 3_600);
    expect((await accept(invitation.token)).body.code).toBe("invitation_invalid");
    const sent = expectStatus(await act(invitation, "resend"), 200).body;
    expect(sent).toMatchObject({ status: "waiting", revision: 2 });
    await expect
      .poll(() => tokenTo(invitation.email), { timeout: 60_000 })
      .not.toBe(invitation.token);
    const token = await tokenTo(invitation.email);
    expect((await accept(invitation.token)).body.code).toBe("invitation_invalid");
    expectStatus(await accept(token), 201);
    expect((await act({ ...sent, revision: 3 }, "resend")).body.code).toBe("invitation_ended");
  });

  it("stops working when withdrawn; a request with an outdated revision is rejected", async () => {
    const invitation = await invited();
    const outdated = await act({ ...invitation, revision: 2 }, "withdraw");
    expect(outdated.body.code).toBe("operator_changed");
    expectStatus(await act(invitation, "withdraw"), 200);
    expectStatus(await act(invitation, "withdraw"), 200);
    expect((await act(invitation, "withdraw", ben)).body.code).toBe("invitation_ended");
    expect((await accept(invitation.token)).body.code).toBe("invitation_invalid");
  });

  it("is limited to one per address while open; a retry returns the same invitation", async () => {
    const { answer, email } = await invite();
    const first = expectStatus(answer, 201).body;
    expect(expectStatus((await invite({ email })).answer, 201).body.id).toBe(first.id);
    const byBen = (await invite({ email }, ben)).answer;
    expect(byBen.body).toMatchObject({ code: "invitation_open", changed: { by: ada.username } });
    expect((await invite({ email, role: "auditor" })).answer.body.code).toBe("invitation_open");
  });

  it("is rejected for an address that already has an account", async () => {
    const customer = await app.newCustomer();
    for (const { email } of [customer, ben]) {
      expect((await invite({ email })).answer.body.code).toBe("operator_email_taken");
    }
  });

  it("becomes invalid if the invitee registers as a customer with the same address", async () => {
    const { token, email } = await invited();
    const { sql } = app.context.db;
    const customer = await app.newCustomer();
    await sql`update person set email = ${email} where id = ${customer.userId}`;
    expect((await accept(token)).body.code).toBe("invitation_invalid");
  });

  it("is rejected for callers who may not send invitations", async () => {
    for (const role of ["support", "reviewer", "auditor"] as const) {
      const who = await app.newOperator(role);
      expect((await invite({}, who)).answer.body.code).toBe("forbidden");
    }
    const body = { email: `${newId()}@tessera.test`, role: "support", locale: "en" };
    const unproven = await callProven(app, ada, `POST ${INVITATIONS}`, body, { unproven: true });
    expect(unproven.body.code).toBe("proof_required");
  });

  it.each([
    [{ username: "a" }, "username", "too_short"],
    [{ username: "a@b" }, "username", "malformed_username"],
    [{ password: "short" }, "password", "too_short"],
    [{ confirmPassword: "another one of these" }, "confirmPassword", "passwords_differ"],
    [
      { password: "password1234", confirmPassword: "password1234" },
      "password",
      "password_too_common",
    ],
  ])("is not consumed by an attempt with %j", async (over, path, code) => {
    const { token } = await invited();
    const { fields } = (await accept(token, over)).body;
    expect(fields[0]).toMatchObject({ path, code });
    expectStatus(await accept(token), 201);
  });

  it("is not consumed by an attempt with a taken username", async () => {
    const { token } = await invited();
    const taken = await accept(token, { username: ada.username });
    expect(taken.body.fields).toMatchObject([{ path: "username", code: "username_taken" }]);
    expectStatus(await accept(token), 201);
  });
});

describe("an email link for another purpose", () => {
  it("cannot accept an invitation, and an invitation link works for nothing else", async () => {
    const { token } = await invited();
    for (const path of ["/api/customer/verify-email", "/api/wallet/withdrawals/not-me"]) {
      const answer = await app.call(undefined, `POST ${path}`, { token });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    const email = `${newId()}@tessera.test`;
    const { headers } = await app.call(undefined, "GET /api/captcha?t=1");
    const captcha = { captchaId: String(headers["x-captcha-id"]), captchaCode: "tester" };
    const asked = { email, password: PASSWORD, confirmPassword: PASSWORD, agreement: true };
    const registering = { ...asked, ...captcha };
    expectStatus(await app.call(undefined, "POST /api/customer/register", registering), 201);
    const { text } = await app.mailTo(email);
    const [link = ""] = /vl1_[A-Za-z0-9_-]+/.exec(text) ?? [];
    expect(link).not.toBe("");
    expect((await accept(link)).body.code).toBe("invitation_invalid");
    expect((await accept(ada.token)).body.code).toBe("invitation_invalid");
    expectStatus(await accept(token), 201);
  });
});

describe("guessing invitation links", () => {
  it("always gets the same response and is rate-limited", async () => {
    const guarded = await createCardsApp({ RATE_LIMITS: "on" });
    try {
      const guess = () => `vi1_${randomBytes(32).toString("base64url")}`;
      const answers = [];
      for (let tries = 0; tries < 25; tries += 1) {
        const body = { token: guess() };
        answers.push(await guarded.call(undefined, "POST /api/operator-invitations/read", body));
      }
      const codes = answers.map(({ body }) => body.code);
      expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "invitation_invalid"));
      expect(codes.slice(20)).toEqual(Array.from({ length: 5 }, () => "rate_limited"));
      const [first, ...rest] = answers.slice(0, 20).map(({ body }) => ({ ...body, requestId: "" }));
      expect(rest.every((one) => JSON.stringify(one) === JSON.stringify(first))).toBe(true);
    } finally {
      await guarded.close();
    }
  });
});

describe.each(["reviewer", "administrator"])("an invitation to the %s role", (role) => {
  it("cannot be sent by a single administrator", async () => {
    const { answer, email } = await invite({ role });
    expect([answer.status, answer.body.code]).toEqual([409, "second_administrator_needed"]);
    expect((await app.call(ada, `GET ${INVITATIONS}`)).text).not.toContain(email);
  });

  it("is emailed after a second administrator approves, and cannot be extended", async () => {
    const email = `${newId()}@tessera.test`;
    const body = { email, role, locale: "en", reason: "Runs the night shift" };
    const path = "POST /api/admin/proposals/invitation" as const;
    const proposed = expectStatus(await callProven(app, ada, path, body), 201).body;
    expect(proposed).toMatchObject({ kind: "operator_invite", email, toRole: role });
    const none = await app.call(ada, `GET ${INVITATIONS}?status=waiting`);
    expect(none.text).not.toContain(email);
    const approve = `POST /api/admin/proposals/${proposed.id}/approve` as const;
    expectStatus(await callProven(app, ben, approve), 200);
    const token = await tokenTo(email);
    const { data } = (await app.call(ada, `GET ${INVITATIONS}?status=waiting`)).body;
    const invitation = data.find((one: { email: string }) => one.email === email);
    expect(invitation).toMatchObject({ invitedBy: ada.username, approvedBy: ben.username });
    app.clock.advance(24 * 3_600);
    expect((await accept(token)).body.code).toBe("invitation_invalid");
    expect((await act(invitation, "resend")).body.code).toBe("invitation_ended");
  });
});

it("a removed operator's email is erased from earlier invitations and proposals, too", async () => {
  const email = `${newId()}@tessera.test`;
  const body = { email, role: "reviewer", locale: "en", reason: "A new colleague" };
  const approve = async () => {
    const path = "POST /api/admin/proposals/invitation" as const;
    const { id } = expectStatus(await callProven(app, ada, path, body), 201).body;
    expectStatus(await callProven(app, ben, `POST /api/admin/proposals/${id}/approve`), 200);
    const { data } = (await app.call(ada, `GET ${INVITATIONS}?status=waiting`)).body;
    return data.find((one: { email: string }) => one.email === email);
  };
  expectStatus(await act(await approve(), "withdraw"), 200);
  const earlier = await tokenTo(email);
  await approve();
  await expect.poll(() => tokenTo(email), { timeout: 60_000 }).not.toBe(earlier);
  const { user } = expectStatus(await accept(await tokenTo(email)), 201).body;
  const { sql } = app.context.db;
  const rows = () => sql`
    select from operator_invitation where email = ${email}
    union all select from proposal where terms ->> 'email' = ${email}
    union all select from person where email = ${email}`;
  expect(await rows()).toHaveLength(5);
  // The function erases nobody who has not been removed.
  await sql`select forget_removed_operator(${user.id.replace("usr_", "")}::uuid)`;
  expect(await rows()).toHaveLength(5);
  const url = `POST /api/admin/operators/${user.id}/remove` as const;
  expectStatus(await callProven(app, ada, url, { revision: 1, reason: "They left" }), 200);
  expect(await rows()).toHaveLength(0);
});

it("an accepted invitation's email is erased when its operator is removed", async () => {
  const { email, token } = await invited();
  const { user } = expectStatus(await accept(token), 201).body;
  const url = `POST /api/admin/operators/${user.id}/remove` as const;
  expectStatus(await callProven(app, ada, url, { revision: 1, reason: "They left" }), 200);
  const rows = await app.context.db.sql`
    select email from operator_invitation where person_id = ${user.id.replace("usr_", "")}`;
  expect(rows).toEqual([{ email: `${user.id.replace("usr_", "")}@removed.invalid` }]);
  const [left] = await app.context.db.sql<{ count: number }[]>`
    select count(*)::int as count from operator_invitation where email = ${email}`;
  expect(left?.count).toBe(0);
});
