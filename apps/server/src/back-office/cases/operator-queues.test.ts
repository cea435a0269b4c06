import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { openTestCase } from "../../testing/test-reviews.ts";
import { type CaseDesk, openCaseDesk } from "./reviews.fixtures.ts";

const DAY = 86_400;

let desk: CaseDesk;
beforeAll(async () => {
  desk = await openCaseDesk();
});
afterAll(() => desk?.close());

describe("the operators' queues", () => {
  test("list open cases, can be filtered, and show who is assigned", async () => {
    const customer = await desk.app.newCustomer();
    const id = await openTestCase(desk.app, customer);
    const mine = `/api/admin/reviews?assigned=me&customerId=cus_${customer.customerId}` as const;
    expect((await desk.app.call(desk.ruth, `GET ${mine}`)).body.data).toEqual([]);
    const taken = expectStatus(await desk.on.act(desk.ruth, id, "assign"), 200).body;
    expect(taken).toMatchObject({ assignee: desk.ruth.username, status: "in_review" });
    expect((await desk.app.call(desk.ruth, `GET ${mine}`)).body.data).toMatchObject([{ id }]);
    const queues = (await desk.app.call(desk.ruth, "GET /api/admin/review-queues")).body.data;
    const queue = queues.find(({ kind }: { kind: string }) => kind === "card_application");
    expect(queue).toMatchObject({ mine: 1, oldestAt: expect.any(String) });
    expect(queue.todo).toBeGreaterThan(0);

    desk.app.clock.advance(2 * DAY);
    const late = `/api/admin/reviews?overdue=true&customerId=cus_${customer.customerId}` as const;
    expect((await desk.app.call(desk.ruth, `GET ${late}`)).body.data).toMatchObject([
      { id, overdue: true },
    ]);
    expectStatus(await desk.on.act(desk.ruth, id, "unassign"), 200);
    expect((await desk.app.call(desk.ruth, `GET ${mine}`)).body.data).toEqual([]);
  });

  test("can be filtered for held payments, but operators cannot decide on them", async () => {
    const { body } = await desk.app.call(desk.ruth, "GET /api/admin/reviews?kind=payment");
    expect(body.data).toEqual([]);
    const none = await desk.on.act(desk.ruth, `rev_${newId()}`, "approve", { revision: 1 });
    expect(none.status).toBe(404);
  });

  test("list each case only once across pages", async () => {
    const customer = await desk.app.newCustomer({ USD: 10_000n });
    for (let made = 0; made < 5; made++) {
      await openTestCase(desk.app, customer);
    }
    const seen: string[] = [];
    const base = `/api/admin/reviews?limit=2&customerId=cus_${customer.customerId}`;
    for (let cursor = ""; ; ) {
      const { body } = await desk.app.call(desk.ruth, `GET ${base}${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (body.nextCursor === null) {
        break;
      }
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });
});

test("cases: only operators can see an operator's notes", async () => {
  const customer = await desk.app.newCustomer();
  const id = await openTestCase(desk.app, customer);
  const text = "Called the bank";
  expectStatus(await desk.on.act(desk.ruth, id, "notes", { text }), 201);
  const { steps } = (await desk.on.get(desk.omar, id)).body;
  expect(steps.at(-1)).toMatchObject({ act: "noted", by: desk.ruth.username, note: text });
  const seen = await desk.app.call(customer, `GET /api/reviews/${id}`);
  expect(seen.text).not.toContain(text);
  expect(seen.text).not.toContain(desk.ruth.username);
});
