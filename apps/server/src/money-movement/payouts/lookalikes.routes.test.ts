import { afterAll, beforeAll, expect, test } from "vitest";
import { evmAddress } from "../../adapters/chain/deposit-address.ts";
import { newId } from "../../platform/ids.ts";
import type { TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { areLookalikes } from "./addresses/lookalikes.policy.ts";
import { anyAddress } from "./withdrawals.fixtures.ts";
import { DAY_SECONDS, until, WithdrawalDesk } from "./withdrawals.routes.fixtures.ts";

let desk: WithdrawalDesk;
beforeAll(async () => {
  desk = await WithdrawalDesk.open();
});
afterAll(() => desk?.close());

/** Returns an Ethereum address with the ends of another one, as vanity addresses are made. */
function twinOf(address: string): string {
  const digits = address.slice(2);
  const twin = `${digits.slice(0, 4)}${"5".repeat(32)}${digits.slice(-4)}`;
  const found = evmAddress(Buffer.from(twin, "hex"));
  if (!areLookalikes(address, found)) {
    throw new Error(`${found} does not look like ${address}`);
  }
  return found;
}

/** Opens a deposit on Ethereum. */
async function openDeposit(customer: TestCustomer) {
  const asked = { asset: "USDT", network: "ERC20", amount: "100.00" };
  const key = newId();
  const path = "POST /api/wallet/deposits" as const;
  return expectStatus(await desk.app.call(customer, path, asked, { key }), 201).body;
}

/** Opens a deposit, and pays it. Returns the address that the payment came from. */
async function payIn(customer: TestCustomer): Promise<string> {
  const { id } = await openDeposit(customer);
  const body = { depositId: id, confirmed: true };
  expectStatus(await desk.app.call(undefined, "POST /sandbox/chain/pay", body), 200);
  let sender: string | undefined;
  await until(async () => {
    const [row] = await desk.app.context.db.sql<{ sender: string }[]>`
      select sender from deposit_payment
      where customer_id = ${customer.customerId} and credited_at is not null`;
    sender = row?.sender;
    return sender !== undefined;
  });
  return sender ?? "";
}

async function check(customer: TestCustomer, address: string) {
  const asked = { network: "BEP20", address };
  return (await desk.app.call(customer, "POST /api/wallet/addresses/check", asked)).body.lookalikes;
}

test("look-alikes: an address that resembles one that paid in has to be confirmed", async () => {
  const customer = await desk.app.newCustomer();
  const sender = await payIn(customer);
  const twin = twinOf(sender);
  expect(await check(customer, sender)).toEqual([]);
  expect(await check(customer, twin)).toEqual([{ kind: "sender", label: null, address: sender }]);
  const refused = await desk.add(customer, twin, { network: "BEP20" });
  expect([refused.status, refused.body.code]).toEqual([409, "address_lookalike"]);
  expect(await check(await desk.app.newCustomer(), twin)).toEqual([]);
  const confirmed = { network: "BEP20", confirmLookalike: true };
  expect((await desk.add(customer, twin, confirmed)).status).toBe(201);
});

test("look-alikes: an address that resembles one of a deposit has to be confirmed", async () => {
  const customer = await desk.app.newCustomer();
  const { address } = await openDeposit(customer);
  const twin = twinOf(address);
  expect(await check(customer, twin)).toEqual([{ kind: "deposit", label: null, address }]);
  const refused = await desk.add(customer, twin, { network: "ERC20" });
  expect([refused.status, refused.body.code]).toEqual([409, "address_lookalike"]);
});

test("look-alikes: a quote names what its address could be confused with", async () => {
  const customer = await desk.app.newCustomer({ USD: 100_000n });
  const one = anyAddress("ERC20");
  const twin = twinOf(one);
  const network = "ERC20";
  const first = expectStatus(await desk.add(customer, one, { network }), 201).body;
  const added = await desk.add(customer, twin, { network, confirmLookalike: true });
  const second = expectStatus(added, 201).body;
  desk.app.clock.advance(8 * DAY_SECONDS);
  const quoted = async ({ id: addressId }: { id: string }) =>
    (await desk.quoted({ customer, address: "", addressId }, "60.00")).lookalikes;
  expect(await quoted(first)).toEqual([{ kind: "book", label: "Ledger", address: twin }]);
  expect(await quoted(second)).toEqual([{ kind: "book", label: "Ledger", address: one }]);
  // A removed address stays known: what resembles it may have been planted for that.
  const path = `DELETE /api/wallet/addresses/${first.id}` as const;
  expectStatus(await desk.app.call(customer, path), 204);
  expect(await quoted(second)).toEqual([{ kind: "book", label: "Ledger", address: one }]);
});
