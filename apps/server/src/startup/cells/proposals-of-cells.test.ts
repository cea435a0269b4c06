import { afterAll, beforeAll, expect, it } from "vitest";
import { proposeSettings } from "../../back-office/program/propose-settings.ts";
import {
  type CellOperator,
  callAt,
  openAgain,
  openOperator,
} from "../../identity/operators/cells/cell-operators.fixtures.ts";
import { findCopy } from "../../identity/operators/cells/copied-operators.repository.ts";
import {
  followOperators,
  recordOperators,
} from "../../identity/operators/cells/follow-operators.ts";
import { changeOperator } from "../../identity/operators/change-operator.ts";
import type { OperatorChange } from "../../identity/operators/operator-standing.policy.ts";
import { proposeInvitation } from "../../identity/operators/proposals/propose-operator-change.ts";
import { createAuthenticator, issueProof } from "../../identity/sessions/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { cellPatience } from "../../platform/http/over-cells.ts";
import { newId } from "../../platform/ids.ts";
import { replaceService } from "../../platform/service.ts";
import { startTwoCells, type TestCell, type TwoCells } from "../../testing/two-cells.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";

const BY = { userId: null, actor: "command-line", requestId: null, data: {} };

let program: TwoCells;
let one: TestCell;
let two: TestCell;
/** An administrator of cell 1, and one of cell 2. */
let first: CellOperator;
let second: CellOperator;

beforeAll(async () => {
  program = await withoutRepeatedJobs(() => startTwoCells({ processes: "one" }));
  ({ one, two } = program);
  for (const { context } of [one, two]) {
    replaceService(context, cellPatience, { answerMs: 300_000 });
  }
  first = await openOperator(one.context, "administrator");
  await openOperator(one.context, "administrator");
  second = await openOperator(two.context, "administrator");
}, 300_000);
afterAll(() => program?.close(), 300_000);

const LIST = "GET /api/admin/proposals";

const actOf = ({ id, username }: CellOperator) => ({
  ...{ userId: id, actor: username, role: "administrator" as const, requestId: newId() },
});

/** Proposes limits in a cell, as an operator who has a row there. */
async function proposeIn({ context }: TestCell, who: CellOperator): Promise<string> {
  const [row] = await context.db.sql<{ version: number }[]>`
    select max(version)::int as version from programme_setting`;
  const proposed = await proposeSettings(context, {
    body: {
      ...{ version: row?.version ?? 1, reason: "The holidays" },
      withdrawal: {
        ...{ reviewAbove: "1000.00", twoAbove: "10000.00" },
        ...{ dayLimitWithoutFactor: "200.00", dayLimit: "20000.01" },
      },
      ...{ application: { reviewAbove: "100.00" }, correction: { maxAmount: "10000.00" } },
    },
    ...{ act: actOf(who), idempotencyKey: newId() },
  });
  return proposed.id;
}

/** Creates an administrator of cell 2 who has made a settings proposal in cell 1. */
async function proposer(): Promise<CellOperator & { readonly proposal: string }> {
  const who = await openOperator(two.context, "administrator");
  expect((await callAt(two, LIST, { token: who.token, cell: 1 })).status).toBe(200);
  return { ...who, proposal: await proposeIn(one, who) };
}

async function change(id: string, change: OperatorChange): Promise<void> {
  await changeOperator(two.context, { id, change, revision: undefined, reason: "left", by: BY });
}

async function statusOf(proposal: string): Promise<string> {
  const { json } = await callAt(one, `${LIST}/${proposal}`, { token: first.token });
  return json.status;
}

async function proofOf({ context }: TestCell, { token }: CellOperator): Promise<string> {
  const session = await createAuthenticator(context).session(token);
  if (session === undefined) {
    throw new Error("the operator has no session");
  }
  const given = { session, factor: "totp", subject: undefined } as const;
  return (await inTransaction(context.db, (tx) => issueProof(context, tx, given))).proof;
}

it.each([{ kind: "suspend" }, { kind: "remove" }, { kind: "role", role: "auditor" }] as const)(
  "settings proposals: end when their administrator has to $kind",
  async (lost) => {
    const { id, proposal } = await proposer();
    expect(await statusOf(proposal)).toBe("waiting");
    await change(id, lost);
    await recordOperators(two.context);
    await followOperators(one.context);
    expect(await statusOf(proposal)).toBe("withdrawn");
  },
);

it("settings proposals: end when their former administrator acts with another role", async () => {
  const { id, proposal } = await proposer();
  await change(id, { kind: "role", role: "auditor" });
  const token = await openAgain(two.context, id);
  expect((await callAt(two, LIST, { token, cell: 1 })).status).toBe(200);
  expect(await statusOf(proposal)).toBe("withdrawn");
});

it("settings proposals: end if their administrator was suspended between two reports", async () => {
  const { id, proposal } = await proposer();
  await change(id, { kind: "suspend" });
  await change(id, { kind: "resume" });
  await recordOperators(two.context);
  await followOperators(one.context);
  expect(await statusOf(proposal)).toBe("withdrawn");
});

it("settings proposals: an administrator of another cell finds and approves them", async () => {
  const proposal = await proposeIn(one, first);
  const { json } = await callAt(two, LIST, { token: second.token });
  const listed = json.data.find(({ id }: { id: string }) => id === proposal);
  expect(listed).toMatchObject({ cell: 1, status: "waiting", possible: true });
  const headers = { "x-proof": await proofOf(two, second) };
  const approve = `POST /api/admin/proposals/${proposal}/approve` as const;
  const approved = await callAt(two, approve, { token: second.token, cell: listed.cell, headers });
  expect([approved.status, approved.json.status]).toEqual([200, "approved"]);
});

it("settings proposals: are not possible in another cell than the first", async () => {
  await openOperator(two.context, "administrator");
  await expect(proposeIn(two, second)).rejects.toMatchObject({ code: "programme_changed" });
});

it("operator proposals: nobody of another cell sees or decides on them", async () => {
  const proposed = await proposeInvitation(one.context, {
    body: { email: "new@tessera.test", role: "administrator", locale: "en", reason: "Growth" },
    ...{ act: actOf(first), idempotencyKey: newId() },
  });
  const { token } = second;
  const { json } = await callAt(two, LIST, { token });
  expect(json.data.map(({ id }: { id: string }) => id)).not.toContain(proposed.id);
  expect((await callAt(two, `${LIST}/${proposed.id}`, { token, cell: 1 })).status).toBe(404);
  const path = `POST /api/admin/proposals/${proposed.id}` as const;
  const headers = { "x-proof": await proofOf(two, second) };
  const approved = await callAt(two, `${path}/approve`, { token, cell: 1, headers });
  const sent = { token, cell: 1, body: { note: "No" } };
  const rejected = await callAt(two, `${path}/reject`, sent);
  expect([approved.json.code, rejected.json.code]).toEqual(["forbidden", "forbidden"]);
  expect(await statusOf(proposed.id)).toBe("waiting");
});

it("copies: another operator may take a name that one gave up", async () => {
  const stale = await openOperator(one.context, "support");
  const read = async ({ token }: CellOperator) =>
    (await callAt(one, "GET /api/admin/customers", { token, cell: 2 })).status;
  expect(await read(stale)).toBe(200);
  const taker = await openOperator(one.context, "support");
  const { sql } = one.context.db;
  await sql`update person set username = 'renamed', email = 'renamed@tessera.test'
    where id = ${stale.id}`;
  await sql`update person set username = ${stale.username}, email = ${stale.email}
    where id = ${taker.id}`;
  expect(await read(taker)).toBe(200);
  const { kysely } = two.context.db;
  const { username, email } = stale;
  expect(await findCopy(kysely, taker.id)).toMatchObject({ username, email });
  expect((await findCopy(kysely, stale.id))?.username).toBe(stale.id);
});
