import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { confirmEverything, depositorOf } from "../deposits/depositor.fixtures.ts";
import { ASSET_CHECKS } from "./asset-checks.repository.ts";

const [SUM = "", MATCHED = "", ARRIVED = "", , , REMAINDERS = ""] = ASSET_CHECKS.map(
  ({ name }) => name,
);

let setup: TestContext;
let owner: postgres.Sql;

beforeAll(async () => {
  setup = await createTestContext();
  owner = postgres(setup.ownerUrl, { max: 1, onnotice: () => undefined });
  const { customerId } = await setup.openCustomer();
  const own = depositorOf(setup.context, customerId);
  await own.pay(await own.create({ amount: "50.00" }));
  await confirmEverything(setup.context);
});
afterAll(async () => {
  await owner.end();
  await setup.close();
});

/** Lists the invariants for assets that are violated. */
async function broken(): Promise<string[]> {
  const all = await brokenPromises(setup.context, ASSET_CHECKS);
  return ASSET_CHECKS.map(({ name }) => name).filter((name) =>
    all.some((one) => one.startsWith(`${name}:`)),
  );
}

test.each([
  [
    "a booking of another amount than its payment's",
    "update asset_booking set chain_micro = chain_micro + 1, sold_micro = sold_micro + 1",
    "update asset_booking set chain_micro = chain_micro - 1, sold_micro = sold_micro - 1",
    [SUM, MATCHED, ARRIVED],
  ],
  [
    "a booking of another amount in the currency",
    "update asset_booking set bought_minor = bought_minor + 1",
    "update asset_booking set bought_minor = bought_minor - 1",
    [MATCHED, ARRIVED],
  ],
  [
    "an exact amount that is not the payment's",
    "update deposit_payment set amount_raw = amount_raw + 1",
    "update deposit_payment set amount_raw = amount_raw - 1",
    [ARRIVED],
  ],
  [
    "a remainder that no payment left",
    "update asset_dust set micro = micro + 1",
    "update asset_dust set micro = micro - 1",
    [REMAINDERS],
  ],
])("asset checks: verify notices %s", async (_what, change, undo, names) => {
  expect(await broken()).toEqual([]);
  await owner.unsafe(change);
  try {
    expect(await broken()).toEqual(names);
  } finally {
    await owner.unsafe(undo);
  }
});
