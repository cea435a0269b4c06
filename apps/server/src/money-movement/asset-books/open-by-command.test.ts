import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountOf } from "../../identity/people/index.ts";
import type { OpenContext } from "../../platform/create-context.ts";
import {
  type CommandEnd,
  type CommandHome,
  createCommandHome,
} from "../../testing/command-home.ts";
import { payAsFormerly } from "../../testing/former-release/pay-as-formerly.ts";
import { confirmEverything, depositorOf } from "../deposits/depositor.fixtures.ts";
import { newWithdrawer } from "../payouts/withdrawals.fixtures.ts";

const NO_DATA = { DATABASE_URL: "", DATABASE_OWNER_URL: "", DATA_DIR: "/nonexistent/tessera" };
const NOTHING: CommandEnd = { code: 0, out: "Nothing to book.\n", err: "" };

let home: CommandHome;
/** A server of this release, which runs throughout the test. */
let open: OpenContext;

beforeAll(async () => {
  home = await createCommandHome();
  open = await home.open();
});
afterAll(async () => {
  await open.close();
  await home.remove();
});

const openBooks = () => home.run(["open-asset-books"]);

/** Credits a new customer with a deposit as a server of an earlier release did. */
async function creditFormerly(amount: string): Promise<void> {
  const { context } = open;
  const { customerId } = await newWithdrawer(context, {});
  const account = await accountOf(context.db.kysely, customerId, "USD");
  const deposit = await depositorOf(context, customerId).create({ amount, network: "BEP20" });
  await payAsFormerly(context, deposit, account);
}

/** Reads what the ledger says is on the chain, in millionths, and the sum of all openings. */
async function booked(): Promise<{ onChain: bigint; opened: bigint }> {
  const { ledger, db } = open.context;
  const accounts = await ledger.assetAccounts(db.kysely, "USDT:BEP20");
  const [sum] = await db.sql<{ opened: bigint }[]>`
    select coalesce(sum(chain_micro), 0)::bigint as opened from asset_booking
    where kind = 'opening'`;
  const onChain = -(await ledger.houseBalance(db, accounts.chain_clearing));
  return { onChain, opened: sum?.opened ?? 0n };
}

async function expectVerified(): Promise<void> {
  const { code, out } = await home.run(["verify"]);
  expect({ code, out }).toMatchObject({ code: 0 });
}

it("open-asset-books: has nothing to book in a program that only ran this release", async () => {
  expect(await openBooks()).toEqual(NOTHING);
  expect(await booked()).toEqual({ onChain: 0n, opened: 0n });
});

it("open-asset-books: books what an earlier release moved, and each thing once", async () => {
  await creditFormerly("30.00");
  expect((await booked()).onChain).toBe(0n);
  const said = (amount: string) => `USDT on BEP20, for USD: ${amount}\n`;
  expect(await openBooks()).toEqual({ code: 0, out: said("30.00"), err: "" });
  expect(await openBooks()).toEqual(NOTHING);
  expect(await booked()).toEqual({ onChain: 30_000_000n, opened: 30_000_000n });
  await creditFormerly("20.50");
  expect(await openBooks()).toEqual({ code: 0, out: said("20.50"), err: "" });
  expect(await booked()).toEqual({ onChain: 50_500_000n, opened: 50_500_000n });
  await expectVerified();
});

it("open-asset-books: two that run at once book once, while a server credits", async () => {
  const before = await booked();
  await creditFormerly("40.00");
  const { context } = open;
  const { customerId } = await newWithdrawer(context, {});
  const own = depositorOf(context, customerId);
  const paid: Deposit[] = [];
  for (const amount of ["11.00", "12.00", "13.00", "14.00"]) {
    const deposit = await own.create({ amount, network: "BEP20" });
    await own.pay(deposit);
    paid.push(deposit);
  }
  const [one, other] = await Promise.all([openBooks(), openBooks(), confirmEverything(context)]);
  const ends = [one, other].sort((a, b) => a.out.localeCompare(b.out));
  expect(ends).toEqual([NOTHING, { code: 0, out: "USDT on BEP20, for USD: 40.00\n", err: "" }]);
  for (const deposit of paid) {
    expect((await own.read(deposit)).status).toBe("completed");
  }
  const after = await booked();
  expect(after.opened - before.opened).toBe(40_000_000n);
  expect(after.onChain - before.onChain).toBe(90_000_000n);
  expect(await openBooks()).toEqual(NOTHING);
  await expectVerified();
});

it.each([
  ["a data folder that does not exist", NO_DATA, "There is no data in"],
  ["a live mode without a payout provider", { TESSERA_MODE: "live" }, "PAYOUT_PROVIDER"],
  ["a payout provider without its settings", { PAYOUT_PROVIDER: "evm" }, "EVM_PAYOUTS"],
])("open-asset-books: refuses %s, and books nothing", async (_, env, said) => {
  await creditFormerly("15.00");
  const before = await booked();
  const { code, out, err } = await home.run(["open-asset-books"], { env });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(said);
  expect(await booked()).toEqual(before);
});
