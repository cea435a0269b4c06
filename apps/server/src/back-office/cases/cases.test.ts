import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { findCase, selectSteps } from "./cases.repository.ts";
import { closeCase } from "./decisions/close-case.ts";
import { reviseCase } from "./decisions/revise-case.ts";
import { openCase } from "./open-case.ts";

let it: TestContext;

beforeAll(async () => {
  it = await createTestContext();
});

afterAll(async () => {
  await it.close();
});

test("cases: a case can be opened, revised and closed together with its subject", async () => {
  const { context } = it;
  const { customerId } = await it.openCustomer();
  const subject = { kind: "withdrawal", subjectId: newId() } as const;
  const id = await inTransaction(context.db, (tx) =>
    openCase(context, tx, {
      ...subject,
      customerId,
      amountMinor: 500_000n,
      currency: "USD",
      reasons: ["over_threshold"],
      needsTwo: true,
    }),
  );
  await inTransaction(context.db, (tx) => reviseCase(context, tx, subject));
  expect(await findCase(context.db.kysely, id)).toMatchObject({ status: "open", revision: 2 });
  await inTransaction(context.db, (tx) => closeCase(context, tx, subject, "withdrawn"));
  const closed = await findCase(context.db.kysely, id);
  expect(closed).toMatchObject({ status: "withdrawn", due_at: null });
  const steps = await selectSteps(context.db.kysely, id);
  expect(steps.map(({ act }) => act)).toEqual(["opened", "revised", "withdrawn"]);
});

test("cases: a subject has only one open case at a time", async () => {
  const { context } = it;
  const { customerId } = await it.openCustomer();
  const wanted = {
    kind: "deposit",
    subjectId: newId(),
    customerId,
    amountMinor: null,
    currency: null,
    reasons: ["flagged"],
    needsTwo: false,
  } as const;
  await inTransaction(context.db, (tx) => openCase(context, tx, wanted));
  const again = inTransaction(context.db, (tx) => openCase(context, tx, wanted));
  await expect(again).rejects.toThrow("open case already");
});
