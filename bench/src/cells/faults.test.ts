import { expect, it } from "vitest";
import { type CostOfCells, costFaults } from "./measure-cost.ts";
import { OPERATIONS } from "./requests.ts";
import { type Verification, verificationFaults } from "./verify-directory.ts";

const none = { own: 4, betweenNodes: 0, ofJobs: 0, kinds: {} };
const some = { own: 20, betweenNodes: 5, ofJobs: 0, kinds: { COMMIT: 2 } };

function costWith(statements: Partial<CostOfCells["statements"]>): CostOfCells {
  const counted = Object.fromEntries(OPERATIONS.map((operation) => [operation, none]));
  const all = { ...counted, registration: some, ...statements } as CostOfCells["statements"];
  const cost = {} as CostOfCells["cost"];
  return { name: "2 cells", cells: 2, cost, idlePerCell: [], statements: all };
}

it("cells lab: a statement of a payment on another node is a fault", () => {
  expect(costFaults([costWith({})])).toEqual([]);
  const [fault] = costFaults([costWith({ authorization: some })]);
  expect(fault).toContain("2 cells: authorization executes statements on other nodes");
});

it("cells lab: a count that sees no statement is a fault", () => {
  const blind = { own: 0, betweenNodes: 0, ofJobs: 0, kinds: {} };
  expect(costFaults([costWith({ balance: blind })])).toHaveLength(1);
  expect(costFaults([costWith({ registration: none })])).toHaveLength(1);
});

it("cells lab: a planted fault must be named, and an intact directory must hold", () => {
  const run = { name: "x", seconds: 1, peakMiB: 100 };
  const runs: Verification[] = [
    { ...run, exitCode: 0, broken: [], person: null },
    { ...run, exitCode: 1, broken: ["Broken: names", "  person 7 of cell 2"], person: "7" },
  ];
  expect(verificationFaults(runs)).toEqual([]);
  expect(
    verificationFaults([
      { ...run, exitCode: 1, broken: ["Broken: names"], person: null },
      { ...run, exitCode: 1, broken: ["Broken: names"], person: "7" },
      { ...run, exitCode: 0, broken: [], person: "7" },
    ]),
  ).toHaveLength(3);
});
