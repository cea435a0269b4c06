import { formatAmount } from "@tessera/money";
import { tronAddress } from "../../adapters/chain/deposit-address.ts";
import { createAuthenticator, issueProof, openSession } from "../../identity/sessions/index.ts";
import {
  addAddress,
  advanceWithdrawals,
  createWithdrawal,
  listAddresses,
  listWithdrawals,
  quoteWithdrawal,
  sandboxPayoutsOf,
  sendPayouts,
  takePayoutMessages,
} from "../../money-movement/payouts/index.ts";
import type { StandingClock } from "../../platform/clock.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import type { AddressEvent, DemoAddressName, WithdrawalEvent } from "./demo-events.ts";

const MINUTE_MS = 60_000;
const REQUEST_ID = "demo-seed";

/** Addresses that belong to nobody, since nobody knows their private keys. */
const ADDRESSES = {
  hardware: {
    label: "Hardware wallet",
    network: "TRC20",
    address: tronAddress(Buffer.from("7c4f1d9a2be86350aa17c3d5e90b64f2138ed07b", "hex")),
  },
  exchange: {
    label: "Exchange account",
    network: "TRC20",
    address: tronAddress(Buffer.from("15b3e87cd0496f2ae1837d5c0a9be4f26738c1d9", "hex")),
  },
} as const satisfies Readonly<Record<DemoAddressName, { readonly [name: string]: string }>>;

interface Stage {
  readonly context: AppContext;
  readonly clock: StandingClock;
  readonly userId: string;
  readonly customerId: string;
}

/** Creates a short customer session in the past, which has already expired. */
async function sessionOf({ context, userId }: Stage): Promise<Session> {
  const visitor = { ip: "127.0.0.1", device: "Demo", remember: false };
  const token = await inTransaction(context.db, (tx) => openSession(context, tx, userId, visitor));
  const session = await createAuthenticator(context).session(token);
  if (session === undefined) {
    throw new Refusal("internal", { internal: "the demo customer's session did not open" });
  }
  return session;
}

/** Adds one of the demo addresses to the customer's address book. */
export async function playAddress(stage: Stage, event: AddressEvent, key: string): Promise<void> {
  const { context } = stage;
  const session = await sessionOf(stage);
  const { label, network, address } = ADDRESSES[event.name];
  const { proof } = await issueProof(context, context.db.kysely, {
    session,
    factor: "password",
    subject: { operation: "payout_address", address, network },
  });
  const asked = { label, network, address };
  await addAddress(context, {
    ...asked,
    session,
    proof,
    idempotencyKey: key,
    requestId: REQUEST_ID,
  });
}

async function ask(stage: Stage, event: WithdrawalEvent, key: string): Promise<void> {
  const { context, customerId } = stage;
  const { address } = ADDRESSES[event.to];
  const { data: book } = await listAddresses(context, customerId, {});
  const addressId = book.find((one) => one.address === address)?.id ?? "";
  const amount = formatAmount(event.amountMinor, "USD");
  const quote = await quoteWithdrawal(context, { customerId, addressId, amount, currency: "USD" });
  const session = await sessionOf(stage);
  const { quoteId, currency } = quote;
  const subject = { operation: "withdrawal", quoteId, amount, currency, address } as const;
  const { proof } = await issueProof(context, context.db.kysely, {
    session,
    factor: "password",
    subject,
  });
  await createWithdrawal(context, {
    session,
    quoteId: parseId("quo", quoteId),
    proof,
    idempotencyKey: key,
    requestId: REQUEST_ID,
  });
}

/**
 * Withdraws to an address in the address book, and plays what follows: the withdrawal is paid out,
 * unless operators review it first. If an earlier start was killed, jobs finish whatever it left in
 * progress.
 */
export async function playWithdrawal(
  stage: Stage,
  event: WithdrawalEvent,
  key: string,
): Promise<void> {
  const { context, clock, customerId } = stage;
  const { data: earlier } = await listWithdrawals(context, customerId, { limit: 100 });
  if (!earlier.some(({ createdAt }) => createdAt === event.at.toISOString())) {
    await ask(stage, event, key);
  }
  clock.moveTo(new Date(event.at.getTime() + 5 * MINUTE_MS));
  await advanceWithdrawals(context);
  if ((await sendPayouts(context)) === 0) {
    return;
  }
  const payouts = sandboxPayoutsOf(context);
  const { confirmationsRequired = 0 } = (await payouts.terms()).get("TRC20") ?? {};
  for (let block = 0; block < confirmationsRequired; block += 1) {
    await payouts.mine();
  }
  clock.moveTo(new Date(event.at.getTime() + 7 * MINUTE_MS));
  await payouts.deliver();
  await takePayoutMessages(context);
}
