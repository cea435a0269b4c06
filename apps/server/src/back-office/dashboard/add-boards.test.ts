import { STANDING_CHECKS } from "@tessera/contract/back-office/dashboard.schemas";
import { expect, it } from "vitest";
import { addBoards } from "./add-boards.ts";

type Board = ReturnType<typeof addBoards>;

const EARLY = "2026-11-20T08:00:00.000Z";
const LATE = "2026-11-20T09:00:00.000Z";

function boardOf(changes: Partial<Board>): Board {
  return {
    ...{ window: "24h", since: EARLY, at: LATE, timeZone: "UTC" },
    authorisations: {
      ...{ approved: 0, declined: 0, approvalPerMille: null },
      ...{ declines: [], buckets: [] },
    },
    ...{ volumes: [], queues: [], jobs: [], stops: [], unknownNumbers: [] },
    checks: STANDING_CHECKS.map((check) => ({ check, holds: true, checkedAt: LATE })),
    ...changes,
  };
}

function added(one: Partial<Board>, two: Partial<Board>): Board {
  return addBoards([
    { cell: 1, body: boardOf(one) },
    { cell: 2, body: boardOf(two) },
  ]);
}

it("dashboards: payments of all cells are added up, and so is the approval rate", () => {
  const part = (approved: number, declined: number, code: string) => ({
    ...{ approved, declined, approvalPerMille: 1 },
    declines: [{ code, message: code, count: declined }],
    buckets: [{ at: EARLY, approved, declined }],
  });
  const board = added(
    { authorisations: part(6, 2, "funds") },
    { authorisations: part(3, 1, "frozen") },
  );
  expect(board.authorisations).toEqual({
    ...{ approved: 9, declined: 3, approvalPerMille: 750 },
    declines: [
      { code: "funds", message: "funds", count: 2 },
      { code: "frozen", message: "frozen", count: 1 },
    ],
    buckets: [{ at: EARLY, approved: 9, declined: 3 }],
  });
});

it("dashboards: amounts are added up exactly, by kind and currency", () => {
  const volume = (amount: string, currency: "USD" | "EUR") =>
    ({ kind: "deposit", currency, count: 1, amount }) as const;
  const { volumes } = added(
    { volumes: [volume("90071992547409.93", "USD")] },
    { volumes: [volume("0.08", "USD"), volume("-1.50", "EUR")] },
  );
  expect(volumes).toEqual([
    { ...volume("90071992547410.01", "USD"), count: 2 },
    volume("-1.50", "EUR"),
  ]);
});

it("dashboards: a ledger check holds only if it holds in every cell", () => {
  const checksOf = (holds: boolean | null, checkedAt: string | null) =>
    STANDING_CHECKS.map((check) => ({ check, holds, checkedAt }));
  const result = (one: boolean | null, two: boolean | null) =>
    added({ checks: checksOf(one, EARLY) }, { checks: checksOf(two, LATE) }).checks[0];
  expect(result(true, true)).toMatchObject({ holds: true, checkedAt: EARLY });
  expect(result(true, null)?.holds).toBeNull();
  expect(result(null, false)?.holds).toBe(false);
});

it("dashboards: queues are added up, and what an operator acts on names its cell", () => {
  const queue = (count: number, oldestAt: string | null) =>
    ({ queue: "cases", count, oldestAt }) as const;
  const stop = (id: string, at: string) =>
    ({ id, at, customerId: "c", account: "card", currency: "USD", check: "zero_sum" }) as const;
  const board = added(
    { queues: [queue(2, LATE)], stops: [stop("stop_1", EARLY)] },
    { queues: [queue(3, EARLY)], stops: [stop("stop_2", LATE)] },
  );
  expect(board.queues).toEqual([queue(5, EARLY)]);
  expect(board.stops.map(({ id, cell }) => [id, cell])).toEqual([
    ["stop_2", 2],
    ["stop_1", 1],
  ]);
});
