import { afterAll, beforeAll, expect, it } from "vitest";
import type { OperatorFacts } from "../../../platform/cells/vouch.ts";
import { withDatabase } from "../../../platform/database/with-database.ts";
import { newId } from "../../../platform/ids.ts";
import { signUp, type TestCustomer } from "../../../testing/test-app.ts";
import { startTwoCells, type TestCell, type TwoCells } from "../../../testing/two-cells.ts";
import { withoutRepeatedJobs } from "../../../testing/without-repeated-jobs.ts";
import { changeOperator } from "../change-operator.ts";
import type { OperatorChange } from "../operator-standing.policy.ts";
import { type CellOperator, callAt, openAgain, openOperator } from "./cell-operators.fixtures.ts";
import { findCopy, writeCopy } from "./copied-operators.repository.ts";
import { followOperators, recordOperators } from "./follow-operators.ts";
import { knownOperatorsOf, restoreOperators } from "./restore-operators.ts";

const BY = { userId: null, actor: "command-line", requestId: null, data: {} };

let program: TwoCells;
let one: TestCell;
let two: TestCell;
let customer: TestCustomer;

beforeAll(async () => {
  program = await withoutRepeatedJobs(() => startTwoCells({ processes: "two" }));
  ({ one, two } = program);
  await openOperator(one.context, "administrator");
  customer = await signUp(two.context, {});
}, 300_000);
afterAll(() => program?.close(), 300_000);

/** Makes a call of an operator to cell 2. Returns the response's status. */
async function actInTwo(token: string): Promise<number> {
  const path = `GET /api/admin/customers/cus_${customer.customerId}` as const;
  return (await callAt(one, path, { token, cell: 2 })).status;
}

/** Changes an operator in cell 1, and lets cell 2 learn it. */
async function change(id: string, ...changes: readonly OperatorChange[]): Promise<void> {
  for (const next of changes) {
    const given = { id, change: next, revision: undefined, reason: "test", by: BY };
    await changeOperator(one.context, given);
  }
  await recordOperators(one.context);
  await followOperators(two.context);
}

/** Recovers an operator's row of cell 1 to the first revision, and opens a session. */
async function recover({ id }: CellOperator): Promise<string> {
  await withDatabase(
    one.database.ownerUrl,
    ({ sql }) => sql`
      update person set revision = 1, role = 'support', suspended_at = null where id = ${id}`,
  );
  return openAgain(one.context, id);
}

async function restore() {
  const known = await knownOperatorsOf(two.context.db.kysely, 1);
  return restoreOperators(one.context, known, BY);
}

async function openActing(): Promise<CellOperator> {
  const operator = await openOperator(one.context, "support");
  expect(await actInTwo(operator.token)).toBe(200);
  return operator;
}

it("a recovered cell: an operator with the same access acts in all cells again", async () => {
  const operator = await openActing();
  await change(operator.id, { kind: "suspend" }, { kind: "resume" });
  const token = await recover(operator);
  expect(await actInTwo(token)).toBe(401);
  expect(program.logs.join("")).toContain("cells restore-operators");
  expect(await restore()).toMatchObject([{ id: operator.id, outcome: "restored" }]);
  expect(await actInTwo(token)).toBe(200);
  expect(await restore()).toEqual([]);
});

it.each([
  [{ kind: "suspend" }, "suspended"],
  [{ kind: "role", role: "auditor" }, "active"],
] as const)("a recovered cell: an operator is suspended who lost %j", async (lost, status) => {
  const operator = await openActing();
  await change(operator.id, lost);
  const token = await recover(operator);
  const restored = await restore();
  expect(restored).toMatchObject([{ id: operator.id, outcome: "suspended", later: { status } }]);
  expect((await callAt(one, "GET /api/auth/profile", { token })).status).toBe(401);
  await change(operator.id, { kind: "resume" });
  expect(await actInTwo(await openAgain(one.context, operator.id))).toBe(200);
});

it("a recovered cell: a suspension that only the directory knows is restored", async () => {
  const { id } = await openOperator(one.context, "support");
  await change(id, { kind: "suspend" });
  await recover({ id } as CellOperator);
  // The servers of the recovered cell record what they have, and keep what is newer.
  await recordOperators(one.context);
  expect(await restore()).toMatchObject([
    { id, username: expect.any(String), outcome: "suspended" },
  ]);
});

it("a recovered cell: an operator whom it has lost counts as removed in the others", async () => {
  const id = newId();
  const facts: OperatorFacts = {
    ...{ id, homeCell: 1, username: id, email: `${id}@tessera.test`, locale: "en" },
    ...{ role: "support" as const, revision: 3, inviterId: null },
  };
  expect(await writeCopy(two.context.db.kysely, facts, new Date())).toBe(true);
  expect(await restore()).toMatchObject([{ id, outcome: "lost" }]);
  await followOperators(two.context);
  const copy = await findCopy(two.context.db.kysely, id);
  expect(copy).toMatchObject({ revision: 4, removed_at: expect.any(Date) });
  expect(await restore()).toEqual([]);
  await recordOperators(one.context);
  await followOperators(two.context);
  expect(await findCopy(two.context.db.kysely, id)).toEqual(copy);
});

it("a recovered cell: the last administrator is reported and stays", async () => {
  const [last] = await one.context.db.sql<{ id: string }[]>`
    select id from person where role = 'administrator' and home_cell is null`;
  const id = last?.id ?? "";
  const token = await openAgain(one.context, id);
  expect(await actInTwo(token)).toBe(200);
  await withDatabase(
    two.database.ownerUrl,
    ({ sql }) => sql`
      update person set revision = 5, suspended_at = now() where id = ${id}`,
  );
  expect(await actInTwo(token)).toBe(401);
  expect(await restore()).toMatchObject([{ id, outcome: "last_administrator" }]);
  expect(await actInTwo(token)).toBe(200);
});
