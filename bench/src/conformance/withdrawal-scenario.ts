import { type Customer, findInMail, type Operator, PASSWORD, solveCaptcha } from "./people.ts";

const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/** A new address can be used after a day. */
const DAY_AND_MORE_SECONDS = 90_000;

/** Adds an address to the address book, and changes the book. */
async function addAddress(me: Customer): Promise<string> {
  const path = "/api/wallet/addresses";
  const where = { network: "TRC20", address: ADDRESS };
  await me.ok(`POST ${path}/check`, { body: where });
  const add = async (label: string) =>
    me.ok(`POST ${path}`, {
      body: { label, ...where },
      proof: await me.proof({ operation: "payout_address", ...where }),
    });
  const first = await add("To remove");
  await me.ok(`DELETE ${path}/:id`, { id: first.id });
  const { id } = await add("Ledger");
  await me.ok(`GET ${path}`);
  await me.ok(`PUT ${path}/:id`, { id, body: { label: "Hardware wallet" } });
  return id;
}

/** Withdraws to an address, and returns the withdrawal's id. */
async function withdraw(me: Customer, addressId: string, amount: string): Promise<string> {
  const path = "/api/wallet/withdrawals";
  const quote = await me.ok(`POST ${path}/quote`, { body: { addressId, amount } });
  const subject = {
    ...{ operation: "withdrawal", quoteId: quote.quoteId, amount: quote.amount },
    ...{ currency: quote.currency, address: quote.address },
  };
  const proof = await me.proof(subject);
  const body = { quoteId: quote.quoteId };
  const { id } = await me.ok(`POST ${path}`, { body, proof });
  await me.ok(`GET ${path}/:id`, { id });
  return id;
}

/** Exchanges dollars for euros, and reads the exchange and the rate's history. */
export async function exchangeMoney(me: Customer): Promise<void> {
  const path = "/api/wallet/exchanges";
  const pair = { from: "USD", to: "EUR" };
  const { quoteId } = await me.ok(`POST ${path}/quote`, { body: { ...pair, sell: "10.00" } });
  const { id } = await me.ok(`POST ${path}`, { body: { quoteId } });
  await me.ok(`GET ${path}/:id`, { id });
  await me.ok("GET /api/wallet/rates/history", { query: pair });
}

/**
 * Withdraws after moving the clock past the waiting period of an address, cancels, and reports a
 * withdrawal as not one's own. Everybody in the cell has to sign in again afterwards.
 */
export async function makeWithdrawals(
  me: Customer,
  admin: Operator | undefined,
  customerId: string | undefined,
): Promise<void> {
  const path = "/api/wallet/withdrawals";
  const addressId = await addAddress(me);
  await me.refused(`POST ${path}/quote`, "address_cooling", {
    body: { addressId, amount: "20.00" },
  });
  await me.ok("GET /sandbox/clock");
  await me.ok("POST /sandbox/clock", { body: { advanceSeconds: DAY_AND_MORE_SECONDS } });
  await me.signIn();
  await me.ok(`GET ${path}/terms`);
  const canceled = await withdraw(me, addressId, "20.00");
  await me.ok(`POST ${path}/:id/cancel`, { id: canceled });
  await me.ok(`GET ${path}`);
  await me.ok("POST /sandbox/payouts", { body: { outcome: "complete" } });
  await me.ok("GET /sandbox/payouts");
  await withdraw(me, addressId, "21.00");
  const token = await findInMail([me], me.email, /not-me#([A-Za-z0-9_-]+)/);
  await me.ok(`POST ${path}/not-me`, { body: { token } });
  await me.refused("GET /api/auth/profile", "unauthenticated");
  if (admin !== undefined && customerId !== undefined) {
    await admin.signIn();
    const { securityHold } = await admin.ok("GET /api/admin/customers/:id", { id: customerId });
    const body = { holdId: securityHold?.id, reason: "Conformance" };
    await admin.refused("POST /api/admin/customers/:id/lift-hold", "security_hold_needs_reset", {
      ...{ id: customerId, body },
    });
    await resetAfterHold(me);
    await admin.ok("POST /api/admin/customers/:id/lift-hold", { id: customerId, body });
  }
}

async function resetAfterHold(me: Customer): Promise<void> {
  me.token = undefined;
  const body = { email: me.email, purpose: "reset", ...(await solveCaptcha(me)) };
  await me.ok("POST /api/auth/send-code", { body });
  const code = await me.newCode();
  const passwords = { password: `${PASSWORD} again`, confirmPassword: `${PASSWORD} again` };
  await me.ok("POST /api/customer/reset-password", {
    body: { email: me.email, code, ...passwords },
  });
  me.password = passwords.password;
  await me.signIn();
}

/** Creates a deposit and cancels it. */
export async function cancelDeposit(me: Customer): Promise<void> {
  const path = "/api/wallet/deposits";
  const body = { asset: "USDT", network: "BEP20", amount: "10.00", currency: "USD" };
  const { id } = await me.ok(`POST ${path}`, { body });
  await me.ok(`POST ${path}/:id/cancel`, { id });
}
