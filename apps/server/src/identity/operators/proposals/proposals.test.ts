import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { type App, buildApp } from "../../../app.ts";
import { newId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { readAudit } from "../../../testing/read-audit.ts";
import { newToken } from "../../../testing/role-things.ts";
import { expectStatus } from "../../../testing/test-cards.ts";
import { callProven } from "../../../testing/test-operators.ts";
import { changeOperator } from "../change-operator.ts";

let app: CardsApp;
let other: App;
let ada: TestCustomer;
let ben: TestCustomer;
let cem: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp();
  const { context } = app;
  other = await buildApp({ ...context, db: { ...context.db } }, { maxEventLoopDelayMs: 0 });
});
afterAll(async () => {
  await other.server.close();
  await app.close();
});
/**
 * Ensures that there are exactly three active administrators by suspending, with SQL, any left over
 * from earlier tests.
 */
beforeEach(async () => {
  const [newAda, newBen, newCem] = await Promise.all(
    [1, 2, 3].map(() => app.newOperator("administrator")),
  );
  if (newAda === undefined || newBen === undefined || newCem === undefined) {
    throw new Error("three administrators were not added");
  }
  [ada, ben, cem] = [newAda, newBen, newCem];
  await leaveOnly(ada, ben, cem);
});

async function leaveOnly(...kept: readonly TestCustomer[]): Promise<void> {
  await app.context.db.sql`
    update person set suspended_at = now()
    where role = 'administrator' and id <> all (${kept.map(({ userId }) => userId)}::uuid[])`;
}

const REASON = "She changes teams";
type Kind = "operator_role" | "operator_suspend" | "operator_resume" | "operator_remove";

function ask(by: TestCustomer, kind: Kind, on: TestCustomer, over: object = {}, key = newId()) {
  const operatorId = `usr_${on.userId}`;
  const body = { kind, operatorId, revision: 1, reason: REASON, ...over };
  return callProven(app, by, "POST /api/admin/proposals/operator", body, { key });
}

async function propose(by: TestCustomer, kind: Kind, on: TestCustomer, over: object = {}) {
  return expectStatus(await ask(by, kind, on, over), 201).body;
}

type Act = "approve" | "reject" | "withdraw";
function decide(by: TestCustomer, id: string, act: Act, server?: App) {
  const body = act === "reject" ? { note: "Not now" } : undefined;
  const given = server === undefined ? {} : { server: server.server };
  return callProven(app, by, `POST /api/admin/proposals/${id}/${act}`, body, given);
}

async function operator(on: TestCustomer) {
  return (await app.call(ada, `GET /api/admin/operators/usr_${on.userId}`)).body;
}

describe("a proposal about an administrator", () => {
  it("takes effect when another administrator approves it, and ends all sessions", async () => {
    const token = await newToken(app, cem);
    const proposed = await propose(ada, "operator_remove", cem);
    expect(proposed).toMatchObject({
      status: "waiting",
      kind: "operator_remove",
      operator: { username: cem.username },
      fromRole: "administrator",
      reason: REASON,
      proposedBy: ada.username,
      mine: true,
      possible: true,
    });
    expect((await operator(cem)).status).toBe("active");
    expect((await app.mailTo(ben.email)).subject).toBe("A change needs your approval");
    const approved = expectStatus(await decide(ben, proposed.id, "approve"), 200).body;
    expect(approved).toMatchObject({ status: "approved", decidedBy: ben.username, mine: false });
    const { statusCode } = await other.server.inject({
      url: "/api/admin/operators",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusCode).toBe(401);
    expect(await operator(cem)).toMatchObject({
      status: "removed",
      changedBy: `${ada.username}, ${ben.username}`,
    });
    const asked = { action: "operator.remove", object: cem.userId };
    expect((await readAudit(app.context, asked)).at(-1)).toMatchObject({
      actor: ben.userId,
      data: { proposedBy: ada.username, reason: REASON },
    });
  });

  it("grants and revokes the administrator role", async () => {
    const grace = await app.newOperator("support");
    const given = await propose(ada, "operator_role", grace, { role: "administrator" });
    expect(given).toMatchObject({ fromRole: "support", toRole: "administrator" });
    expectStatus(await decide(cem, given.id, "approve"), 200);
    expect(await operator(grace)).toMatchObject({ role: "administrator", revision: 2 });
    const over = { role: "auditor", revision: 2 };
    const taken = await propose(ada, "operator_role", grace, over);
    expectStatus(await decide(ben, taken.id, "approve"), 200);
    expect(await operator(grace)).toMatchObject({ role: "auditor", revision: 3 });
  });

  it("can never be decided by its proposer, not even with SQL", async () => {
    const { id } = await propose(ada, "operator_suspend", cem);
    for (const act of ["approve", "reject"] as const) {
      const refused = await decide(ada, id, act);
      expect([refused.status, refused.body.code]).toEqual([403, "proposal_own"]);
    }
    expect((await decide(ben, id, "withdraw")).body.code).toBe("proposal_not_yours");
    const around = app.context.db.sql`
      update proposal set status = 'approved', decider_id = proposer_id, decided_by = 'x',
        decided_at = now() where id = ${id.replace("prp_", "")}`;
    await expect(around).rejects.toThrow(/check constraint/);
    expect((await operator(cem)).status).toBe("active");
    expect(expectStatus(await decide(ada, id, "withdraw"), 200).body.status).toBe("withdrawn");
    expect((await decide(ben, id, "approve")).body.code).toBe("proposal_decided");
  });

  it("can be approved, but not rejected, by the operator it is about", async () => {
    await leaveOnly(ada, ben);
    const { id } = await propose(ada, "operator_remove", ben);
    const [own] = (await app.call(ben, "GET /api/admin/proposals?status=waiting")).body.data;
    expect(own).toMatchObject({ id, aboutYou: true, mine: false });
    const refused = await decide(ben, id, "reject");
    expect([refused.status, refused.body.code]).toEqual([403, "proposal_about_you"]);
    // The approval ends the session that made the call, but the response still arrives.
    await decide(ben, id, "approve");
    expect((await operator(ben)).status).toBe("removed");
  });

  it("cannot be created if nobody else could approve it", async () => {
    await leaveOnly(ada);
    const grace = await app.newOperator("support");
    const answer = await ask(ada, "operator_role", grace, { role: "administrator" });
    expect([answer.status, answer.body.code]).toEqual([409, "no_second_administrator"]);
    for (const role of ["reviewer", "administrator"]) {
      const body = { email: `${newId()}@tessera.test`, role, locale: "en", reason: REASON };
      const invite = await callProven(app, ada, "POST /api/admin/proposals/invitation", body);
      expect(invite.body.code).toBe("no_second_administrator");
    }
  });

  it("becomes outdated and can no longer be approved once the operator changes", async () => {
    const grace = await app.newOperator("support");
    const { id } = await propose(ada, "operator_role", grace, { role: "administrator" });
    const path = `POST /api/admin/operators/usr_${grace.userId}/suspend` as const;
    expectStatus(await callProven(app, cem, path, { revision: 1, reason: REASON }), 200);
    const refused = await decide(ben, id, "approve");
    expect(refused.body).toMatchObject({
      code: "proposal_outdated",
      changed: { by: cem.username },
    });
    const read = (await app.call(ben, `GET /api/admin/proposals/${id}`)).body;
    expect(read).toMatchObject({ status: "waiting", possible: false });
    expectStatus(await decide(ben, id, "reject"), 200);
  });

  it("expires after seven days", async () => {
    const { id } = await propose(ada, "operator_suspend", cem);
    app.clock.advance(7 * 86_400);
    expect((await decide(ben, id, "approve")).body.code).toBe("proposal_decided");
    const read = (await app.call(ben, `GET /api/admin/proposals/${id}`)).body;
    expect(read).toMatchObject({ status: "expired", possible: false });
    expect((await operator(cem)).status).toBe("active");
  });

  it("ends when its proposer loses access, as do the proposer's invitations", async () => {
    const grace = await app.newOperator("support");
    const { id } = await propose(cem, "operator_role", grace, { role: "administrator" });
    const body = { email: `${newId()}@tessera.test`, role: "support", locale: "en" };
    const invitation = await callProven(app, cem, "POST /api/admin/operator-invitations", body);
    const removal = await propose(ada, "operator_remove", cem);
    expectStatus(await decide(ben, removal.id, "approve"), 200);
    expect((await decide(ben, id, "approve")).body.code).toBe("proposal_decided");
    expect((await app.call(ada, `GET /api/admin/proposals/${id}`)).body.status).toBe("withdrawn");
    const { data } = (await app.call(ada, "GET /api/admin/operator-invitations")).body;
    const ended = data.find(({ id: one }: { id: string }) => one === invitation.body.id);
    expect(ended.status).toBe("withdrawn");
    expect((await operator(grace)).role).toBe("support");
  });

  it("is created only once per idempotency key", async () => {
    const key = newId();
    const first = expectStatus(await ask(ada, "operator_suspend", cem, {}, key), 201).body;
    expect(expectStatus(await ask(ada, "operator_suspend", cem, {}, key), 201).body.id).toBe(
      first.id,
    );
    const different = await ask(ada, "operator_suspend", ben, {}, key);
    expect(different.body.code).toBe("idempotency_mismatch");
  });

  it.each([
    ["operator_role", {}, "role", "required"],
    ["operator_suspend", { role: "auditor" }, "role", "not_allowed"],
  ] as const)("is rejected with an error on field %s for %j", async (kind, over, path, code) => {
    const answer = await ask(ada, kind, cem, over);
    expect(answer.body.fields).toMatchObject([{ path, code }]);
  });

  test("can be approved only with a fresh step-up token", async () => {
    const { id } = await propose(ada, "operator_suspend", cem);
    const path = `POST /api/admin/proposals/${id}/approve` as const;
    const answer = await callProven(app, ben, path, undefined, { unproven: true });
    expect(answer.body.code).toBe("proof_required");
  });
});

describe("the last active administrator", () => {
  it("remains when two administrators are removed concurrently on two servers", async () => {
    for (let round = 0; round < 20; round += 1) {
      const [one, two] = await Promise.all([
        app.newOperator("administrator"),
        app.newOperator("administrator"),
      ]);
      await leaveOnly(one, two);
      const first = await propose(one, "operator_remove", two);
      const second = await propose(two, "operator_suspend", one);
      // Each approves the proposal that the other made about them.
      const answers = await Promise.all([
        decide(two, first.id, "approve"),
        decide(one, second.id, "approve", other),
      ]);
      const codes = answers.map(({ status, body }) => (status === 200 ? "done" : body.code));
      expect(codes.toSorted()).toContain("done");
      const left = await app.context.db.sql`
        select id from person where role = 'administrator'
          and suspended_at is null and removed_at is null`;
      expect(left).toHaveLength(1);
    }
  }, 600_000);

  it("remains when two servers' command lines remove the last two concurrently", async () => {
    for (let round = 0; round < 20; round += 1) {
      const pair = [await app.newOperator("administrator"), await app.newOperator("administrator")];
      await leaveOnly(...pair);
      const { context } = app;
      const by = { userId: null, actor: "command-line", requestId: null, data: {} };
      const servers = [context, { ...context, db: { ...context.db } }];
      const ends = await Promise.allSettled(
        pair.map(({ userId: id }, place) =>
          changeOperator(servers[place] ?? context, {
            ...{ id, revision: undefined, reason: REASON, by },
            change: { kind: "remove" },
          }),
        ),
      );
      const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason.code] : []));
      expect(refused).toEqual(["last_administrator"]);
    }
  }, 600_000);

  it("cannot be demoted, suspended or removed with SQL either", async () => {
    await leaveOnly(ada);
    const { sql } = app.context.db;
    const id = ada.userId;
    for (const statement of [
      sql`update person set role = 'auditor' where id = ${id}`,
      sql`update person set suspended_at = now() where id = ${id}`,
      sql`update person set removed_at = now() where id = ${id}`,
    ]) {
      await expect(statement).rejects.toThrow("last active administrator");
    }
  });
});

describe("the proposal list", () => {
  it("counts the proposals that the reader can decide, and is paged, newest first", async () => {
    const waiting = async (who: TestCustomer) =>
      (await app.call(who, "GET /api/admin/proposals?limit=1")).body;
    const before = (await waiting(ben)).waiting;
    const grace = await app.newOperator("support");
    const made = [
      await propose(ada, "operator_suspend", cem),
      await propose(ada, "operator_role", grace, { role: "administrator" }),
    ];
    const page = await waiting(ben);
    expect(page.waiting).toBe(before + 2);
    expect((await waiting(ada)).waiting).toBe(before);
    expect(page.data[0].id).toBe(made[1]?.id);
    const next = await app.call(ben, `GET /api/admin/proposals?limit=1&cursor=${page.nextCursor}`);
    expect(next.body.data[0].id).toBe(made[0]?.id);
  });
});
