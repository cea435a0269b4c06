import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { areLookalikes } from "./addresses/lookalikes.policy.ts";
import { anyAddress } from "./withdrawals.fixtures.ts";
import { DAY_SECONDS, until, WithdrawalDesk } from "./withdrawals.routes.fixtures.ts";

let desk: WithdrawalDesk;
beforeAll(async () => {
  desk = await WithdrawalDesk.open();
});
afterAll(() => desk?.close());

describe("the address book", () => {
  test("stores an address its owner confirmed, and rejects payouts to it for one day", async () => {
    const customer = await desk.app.newCustomer();
    const address = anyAddress("ERC20");
    const added = expectStatus(await desk.add(customer, address, { network: "ERC20" }), 201).body;
    expect(added).toMatchObject({ label: "Ledger", network: "ERC20", address, status: "cooling" });
    const asked = { addressId: added.id, amount: "60.00" };
    const early = await desk.app.call(customer, "POST /api/wallet/withdrawals/quote", asked);
    expect([early.status, early.body.code]).toEqual([409, "address_cooling"]);
    desk.app.clock.advance(DAY_SECONDS);
    const quote = await desk.app.call(customer, "POST /api/wallet/withdrawals/quote", asked);
    expect(quote.body).toMatchObject({ address, fee: "0.60", networkFee: "5.00", total: "65.60" });
    const renamed = await desk.app.call(customer, `PUT /api/wallet/addresses/${added.id}`, {
      label: "Savings",
    });
    expect(renamed.body).toMatchObject({ label: "Savings", status: "ready" });
    const { data } = (await desk.app.call(customer, "GET /api/wallet/addresses")).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([added.id]);
  });

  test("returns the first response to a retry, and stores each address once", async () => {
    const customer = await desk.app.newCustomer();
    const address = anyAddress("TRC20");
    const key = newId();
    const first = await desk.add(customer, address, { key });
    const again = await desk.add(customer, address, { key });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const twice = await desk.add(customer, address);
    expect([twice.status, twice.body.code]).toEqual([409, "address_known"]);
  });

  test("requires a step-up token for the exact address", async () => {
    const customer = await desk.app.newCustomer();
    const [address, other] = [anyAddress("TRC20"), anyAddress("TRC20")];
    const ofOther = { operation: "payout_address", address: other, network: "TRC20" };
    for (const proof of [
      await desk.prove(customer, ofOther),
      await desk.prove(customer),
      "vp1_none",
    ]) {
      const refused = await desk.add(customer, address, { proof });
      expect([refused.status, refused.body.code]).toEqual([403, "proof_invalid"]);
    }
  });

  test("reports a look-alike address, and adds it once both have been shown", async () => {
    const customer = await desk.app.newCustomer();
    const account = randomBytes(20).toString("hex");
    const twin = `${account.slice(0, 4)}${"5".repeat(32)}${account.slice(-4)}`;
    const { evmAddress } = await import("../../adapters/chain/deposit-address.ts");
    const [one, other] = [account, twin].map((hex) => evmAddress(Buffer.from(hex, "hex")));
    if (one === undefined || other === undefined || !areLookalikes(one, other)) {
      throw new Error("the two look alike");
    }
    expectStatus(await desk.add(customer, one, { network: "ERC20" }), 201);
    const checked = await desk.app.call(customer, "POST /api/wallet/addresses/check", {
      network: "BEP20",
      address: other,
    });
    expect(checked.body.lookalikes).toEqual([{ kind: "book", label: "Ledger", address: one }]);
    const refused = await desk.add(customer, other, { network: "BEP20" });
    expect([refused.status, refused.body.code]).toEqual([409, "address_lookalike"]);
    const taken = await desk.add(customer, other, { network: "BEP20", confirmLookalike: true });
    expect(taken.status).toBe(201);
  });

  test("refuses the customer's own deposit address", async () => {
    const customer = await desk.app.newCustomer();
    const asked = { asset: "USDT", network: "TRC20", amount: "100.00" };
    const deposit = await desk.app.call(customer, "POST /api/wallet/deposits", asked, {
      key: newId(),
    });
    const own = await desk.app.call(customer, "POST /api/wallet/addresses/check", {
      network: "TRC20",
      address: deposit.body.address,
    });
    expect([own.status, own.body.code]).toEqual([400, "address_own"]);
  });
});

describe("invalid input gets a specific error, and nothing is held", () => {
  const EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  test.each([
    ["ERC20", EVM.toLowerCase(), "address_checksum"],
    ["ERC20", EVM.replace("d", "e"), "address_checksum"],
    ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s", "address_checksum"],
    ["TRC20", EVM, "address_network"],
    ["BEP20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "address_network"],
    ["TRC20", "my wallet", "address_malformed"],
  ])("for the address %s %s: %s", async (network, address, code) => {
    const customer = await desk.app.newCustomer({});
    const refused = await desk.app.call(customer, "POST /api/wallet/addresses/check", {
      network,
      address,
    });
    expect([refused.status, refused.body.code]).toEqual([400, code]);
  });
});

test("address book: emails omit labels, which an intruder could have written", async () => {
  const customer = await desk.app.newCustomer();
  const address = anyAddress("TRC20");
  const subject = { operation: "payout_address", address, network: "TRC20" };
  const body = { label: "Not you? See tessera.evil.test", network: "TRC20", address };
  const headers = { "x-proof": await desk.prove(customer, subject) };
  const path = "POST /api/wallet/addresses" as const;
  expectStatus(await desk.app.call(customer, path, body, { key: newId(), headers }), 201);
  const mails = async () =>
    JSON.stringify((await desk.app.call(undefined, "GET /sandbox/mail.json")).body.data);
  await until(async () => (await mails()).includes(address.slice(-6)));
  expect(await mails()).not.toContain("evil.test");
});
