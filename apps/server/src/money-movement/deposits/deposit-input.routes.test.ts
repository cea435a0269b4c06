import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { evmEnv } from "../../testing/evm/evm-depositors.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp(evmEnv());
});
afterAll(() => app?.close());

/** Returns how many addresses were taken from the sequence, and how many deposits there are. */
async function drawn(): Promise<object> {
  const [row] = await app.context.db.sql`
    select (select count(*) from deposit) as deposits,
      (select count(*) from evm_address) as addresses, nextval('evm_path_index') as next`;
  return row ?? {};
}

test.each([
  [{ amount: "20.001" }, 400, "malformed_amount"],
  [{ amount: "20.0000000000001" }, 400, "malformed_amount"],
  [{ amount: "1e3" }, 400, "malformed_amount"],
  [{ amount: "-20.00" }, 400, "malformed_amount"],
  [{ amount: "0.00" }, 400, "amount_not_positive"],
  [{ amount: "9.99" }, 400, "deposit_out_of_bounds"],
  [{ network: "SOLANA" }, 400, "not_allowed"],
  [{ network: "BEP20" }, 409, "not_offered"],
  [{ asset: "USDC" }, 409, "not_offered"],
])("deposits: %j is refused before an address is drawn: %d %s", async (over, status, code) => {
  const customer = await app.newCustomer();
  const before = await drawn();
  const asked = { asset: "USDT", network: "ERC20", amount: "100.00", ...over };
  const path = "POST /api/wallet/deposits" as const;
  const refused = await app.call(customer, path, asked, { key: newId() });
  expect(refused.status).toBe(status);
  expect([refused.body.code, refused.body.fields?.[0]?.code]).toContain(code);
  // The numbers before and after are drawn by this test.
  expect(await drawn()).toEqual({ ...before, next: (before as { next: bigint }).next + 1n });
});
