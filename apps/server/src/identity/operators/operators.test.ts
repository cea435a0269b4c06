import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type App, buildApp } from "../../app.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { newToken } from "../../testing/role-things.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { callProven } from "../../testing/test-operators.ts";

let app: CardsApp;
/** Another server, which shares only the database with the first one. */
let other: App;
let ada: TestCustomer;
let ben: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp();
  const { context } = app;
  other = await buildApp({ ...context, db: { ...context.db } }, { maxEventLoopDelayMs: 0 });
  ada = await app.newOperator("administrator");
  ben = await app.newOperator("administrator");
});
afterAll(async () => {
  other.closeStreams();
  await other.server.close();
  await app.close();
});

const idOf = ({ userId }: TestCustomer) => `usr_${userId}`;
const pathOf = (who: TestCustomer, act = "") => `/api/admin/operators/${idOf(who)}${act}`;
const REASON = "They left";

async function read(who: TestCustomer) {
  return expectStatus(await app.call(ada, `GET ${pathOf(who)}`), 200).body;
}

type Act = "suspend" | "resume" | "remove";
function act(by: TestCustomer, kind: Act, on: TestCustomer, revision = 1, server?: App) {
  const body = { revision, reason: REASON };
  const given = server === undefined ? {} : { server: server.server };
  return callProven(app, by, `POST ${pathOf(on, `/${kind}`)}`, body, given);
}

function changeRole(by: TestCustomer, on: TestCustomer, role: string, revision = 1) {
  return callProven(app, by, `POST ${pathOf(on, "/role")}`, { revision, role, reason: REASON });
}

async function acts(userId: string) {
  return readAudit(app.context, { object: userId });
}

/** Returns the texts of all emails sent to an address, since emails may arrive in any order. */
async function mailsTo(address: string): Promise<string> {
  const { body } = await app.call(undefined, "GET /sandbox/mail.json");
  const mails: { to: string; text: string }[] = body.data;
  return mails.flatMap(({ to, text }) => (to === address ? [text] : [])).join("\n");
}

/** Opens an event stream on a server, and reports when the stream ends. */
async function openStream(address: string, token: string) {
  const response = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  let text = "";
  let isOver = false;
  const ended = (async () => {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  await expect.poll(() => text, { timeout: 60_000 }).toContain("id:");
  return { ended, isOver: () => isOver, text: () => text };
}

describe("the operator list", () => {
  it("shows role, status, second factor and last sign-in, paged by username", async () => {
    const grace = await app.newOperator("support");
    const shown = await read(grace);
    expect(shown).toMatchObject({
      id: idOf(grace),
      username: grace.username,
      email: grace.email,
      role: "support",
      status: "active",
      revision: 1,
      secondFactor: true,
      lastSignInAt: null,
      factors: { totp: true, passkeys: 0, recoveryCodes: 0 },
      sessions: 1,
      you: false,
    });
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { body } = await app.call(ada, `GET /api/admin/operators?limit=2${query}`);
      names.push(...body.data.map(({ username }: { username: string }) => username));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(names).toContain(grace.username);
    expect(names).toEqual(names.toSorted());
    expect(new Set(names).size).toBe(names.length);
    const support = await app.call(ada, "GET /api/admin/operators?role=support&status=active");
    expect(support.body.data.every(({ role }: { role: string }) => role === "support")).toBe(true);
  });

  it("contains no customers; reading a customer through this route returns 404", async () => {
    const customer = await app.newCustomer();
    const path = `GET /api/admin/operators/usr_${customer.userId}` as const;
    expect((await app.call(ada, path)).status).toBe(404);
    expect((await act(ada, "suspend", customer)).status).toBe(404);
    const { text } = await app.call(ada, "GET /api/admin/operators");
    expect(text).not.toContain(customer.username);
  });
});

describe("an operator who is removed while signed in on two devices", () => {
  it("loses all sessions and event streams on both servers before the call returns", async () => {
    const addresses = [
      await app.app.server.listen({ host: "127.0.0.1", port: 0 }),
      await other.server.listen({ host: "127.0.0.1", port: 0 }),
    ];
    const grace = await app.newOperator("support");
    const tokens = [await newToken(app, grace), await newToken(app, grace)];
    const call = (address = "", token = "") =>
      fetch(`${address}/api/admin/support/counts`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const everyCall = () =>
      Promise.all(
        addresses.flatMap((address) =>
          tokens.map(async (token) => (await call(address, token)).status),
        ),
      );
    expect(await everyCall()).toEqual([200, 200, 200, 200]);
    const streams = await Promise.all(
      addresses.flatMap((address) => tokens.map((token) => openStream(address, token))),
    );

    const removed = expectStatus(await act(ada, "remove", grace), 200).body;
    expect(removed).toMatchObject({ status: "removed", email: null, revision: 2 });
    expect(await everyCall()).toEqual([401, 401, 401, 401]);
    // None of the four streams receives the support events that are sent afterward.
    await app.context.events.publishToRoles(["support"], "support", { id: "con_1" });
    await Promise.all(streams.map(({ ended }) => ended));
    expect(streams.map(({ text }) => text()).join("")).not.toContain("con_1");

    const [person] = await app.context.db.sql<{ email: string; password_hash: string }[]>`
      select email, password_hash from person where id = ${grace.userId}`;
    expect(person).toEqual({ email: `${grace.userId}@removed.invalid`, password_hash: "removed" });
    const [factors] = await app.context.db.sql<{ count: number }[]>`
      select count(*)::int as count from totp_factor where person_id = ${grace.userId}`;
    expect(factors).toEqual({ count: 0 });
    expect(await acts(grace.userId)).toMatchObject([
      {
        action: "operator.remove",
        actor: ada.userId,
        data: {
          role: "administrator",
          username: grace.username,
          reason: REASON,
          before: { status: "active" },
          after: { status: "removed" },
        },
      },
    ]);
  });

  it("stays removed, but can be invited again with the same address", async () => {
    const grace = await app.newOperator("reviewer");
    expectStatus(await act(ada, "remove", grace), 200);
    for (const kind of ["suspend", "resume"] as const) {
      expect((await act(ada, kind, grace, 2)).body.code).toBe("operator_removed");
    }
    expect((await changeRole(ada, grace, "support", 2)).body.code).toBe("operator_removed");
    const body = { email: grace.email, role: "support", locale: "en" };
    const invited = await callProven(app, ada, "POST /api/admin/operator-invitations", body);
    expectStatus(invited, 201);
  });

  it("keeps no session that was opened concurrently", async () => {
    const grace = await app.newOperator("support");
    await Promise.all([
      act(ada, "remove", grace),
      ...Array.from({ length: 8 }, () => newToken(app, grace)),
    ]);
    const token = await newToken(app, grace);
    const { status } = await app.app.server
      .inject({
        url: "/api/auth/profile",
        headers: { authorization: `Bearer ${token}` },
      })
      .then(({ statusCode }) => ({ status: statusCode }));
    expect(status).toBe(401);
  });
});

describe("suspending and resuming an operator", () => {
  it("ends sessions on another server right away; signing in works again afterward", async () => {
    const grace = await app.newOperator("support");
    const token = await newToken(app, grace);
    const counts = async () => {
      const url = "/api/admin/support/counts";
      const headers = { authorization: `Bearer ${token}` };
      return (await other.server.inject({ url, headers })).statusCode;
    };
    expect(await counts()).toBe(200);
    expectStatus(await act(ada, "suspend", grace), 200);
    expect(await counts()).toBe(401);
    expect(await read(grace)).toMatchObject({
      status: "suspended",
      sessions: 0,
      changedBy: ada.username,
    });
    expect((await app.mailTo(grace.email)).subject).toBe("Your access to Tessera was suspended");
    const resumed = expectStatus(await act(ben, "resume", grace, 2), 200).body;
    expect(resumed).toMatchObject({ status: "active", revision: 3, secondFactor: true });
    const again = await newToken(app, grace);
    const answer = await app.app.server.inject({
      url: "/api/admin/support/counts",
      headers: { authorization: `Bearer ${again}` },
    });
    expect(answer.statusCode).toBe(200);
  });

  it("prevents sign-in during the suspension, even with the correct password", async () => {
    const { sql } = app.context.db;
    const customer = await app.newCustomer();
    const grace = await app.newOperator("support");
    await sql`update person set password_hash =
      (select password_hash from person where id = ${customer.userId}) where id = ${grace.userId}`;
    const body = { username: grace.username, password: customer.password };
    const signIn = () => app.call(undefined, "POST /api/customer/login", body);
    expect((await signIn()).body.code).toBe("second_factor_required");
    expectStatus(await act(ada, "suspend", grace), 200);
    expect((await signIn()).body.code).toBe("account_suspended");
    expectStatus(await act(ada, "remove", grace, 2), 200);
    expect((await signIn()).body.code).toBe("wrong_credentials");
  });

  it("returns the original response to a retry, and rejects an outdated revision", async () => {
    const grace = await app.newOperator("support");
    const first = expectStatus(await act(ada, "suspend", grace), 200).body;
    expect(expectStatus(await act(ada, "suspend", grace), 200).body).toEqual(first);
    const late = await act(ben, "suspend", grace);
    expect(late.body).toMatchObject({ code: "operator_changed", changed: { by: ada.username } });
    expect((await changeRole(ada, grace, "auditor")).body.code).toBe("operator_changed");
    expect(await acts(grace.userId)).toHaveLength(1);
  });

  it("requires a fresh step-up token", async () => {
    const grace = await app.newOperator("support");
    const body = { revision: 1, reason: REASON };
    for (const kind of ["suspend", "resume", "remove"] as const) {
      const path = `POST ${pathOf(grace, `/${kind}`)}` as const;
      const answer = await callProven(app, ada, path, body, { unproven: true });
      expect(answer.body.code).toBe("proof_required");
    }
  });

  it("is not possible for one's own account", async () => {
    for (const kind of ["suspend", "remove"] as const) {
      const answer = await act(ada, kind, ada);
      expect([answer.status, answer.body.code]).toEqual([403, "operator_is_self"]);
    }
    expect((await changeRole(ada, ada, "auditor")).body.code).toBe("operator_is_self");
  });
});

describe("a role change", () => {
  it("ends the sessions that had the former role, sends an email and is audited", async () => {
    const grace = await app.newOperator("support");
    const token = await newToken(app, grace);
    const changed = expectStatus(await changeRole(ada, grace, "auditor"), 200).body;
    expect(changed).toMatchObject({ role: "auditor", revision: 2 });
    const answer = await other.server.inject({
      url: "/api/auth/profile",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(401);
    await expect
      .poll(() => mailsTo(grace.email), { timeout: 60_000 })
      .toContain("You are now an auditor.");
    await expect
      .poll(() => mailsTo(ben.email), { timeout: 60_000 })
      .toContain(`${ada.username} made ${grace.username} an auditor.`);
    expect(await acts(grace.userId)).toMatchObject([
      {
        action: "operator.role",
        data: { before: { givenRole: "support" }, after: { givenRole: "auditor" } },
      },
    ]);
  });

  it.each(["reviewer", "administrator"])("needs two administrators to %s", async (role) => {
    const grace = await app.newOperator("support");
    expect((await changeRole(ada, grace, role)).body.code).toBe("second_administrator_needed");
    expect(await read(grace)).toMatchObject({ role: "support", revision: 1 });
  });
});

describe("a reviewer", () => {
  it("can be suspended by one administrator, but reinstated only by two", async () => {
    const grace = await app.newOperator("reviewer");
    expectStatus(await act(ada, "suspend", grace), 200);
    const resumed = await act(ada, "resume", grace, 2);
    expect([resumed.status, resumed.body.code]).toEqual([409, "second_administrator_needed"]);
    const demoted = expectStatus(await changeRole(ada, grace, "support", 2), 200).body;
    expect(demoted).toMatchObject({ role: "support", status: "suspended" });
    expectStatus(await act(ada, "resume", grace, 3), 200);
  });
});

describe("a single administrator", () => {
  test.each(["suspend", "remove"] as const)("cannot %s another one", async (kind) => {
    const answer = await act(ada, kind, ben);
    expect([answer.status, answer.body.code]).toEqual([409, "second_administrator_needed"]);
    expect((await changeRole(ada, ben, "auditor")).body.code).toBe("second_administrator_needed");
  });

  it("cannot invite another one", async () => {
    const body = { email: `${newId()}@tessera.test`, role: "administrator", locale: "en" };
    const answer = await callProven(app, ada, "POST /api/admin/operator-invitations", body);
    expect(answer.body.code).toBe("second_administrator_needed");
  });
});
