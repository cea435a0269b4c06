import { formatAmount } from "@tessera/money";
import {
  cancelDeposit,
  createDeposit,
  getDeposit,
  recordTransfer,
  sandboxChainOf,
} from "../../money-movement/deposits/index.ts";
import type { StandingClock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import type { DepositEvent } from "./demo-events.ts";

const MINUTE_MS = 60_000;

function minutesAfter(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * MINUTE_MS);
}

/** Plays a deposit, which is requested and then paid, paid late, ignored or canceled. */
export async function playDeposit(
  context: AppContext,
  clock: StandingClock,
  input: { customerId: string; key: string; event: DepositEvent },
): Promise<void> {
  const { customerId, event, key } = input;
  const deposit = await createDeposit(context, {
    customerId,
    idempotencyKey: key,
    asset: "USDT",
    network: event.network,
    amount: formatAmount(event.amountMinor, "USD"),
    currency: event.currency,
  });
  const depositId = parseId("dep", deposit.id) ?? "";
  if (event.ends === "late" || event.ends === "expired") {
    clock.moveTo(minutesAfter(event.at, 31));
    await getDeposit(context, { customerId, depositId });
  }
  if (event.ends === "cancelled") {
    clock.moveTo(minutesAfter(event.at, 4));
    await cancelDeposit(context, { customerId, depositId });
  }
  const current = await getDeposit(context, { customerId, depositId });
  if (event.paidMinor === null || current.status === "completed") {
    return;
  }
  const chain = sandboxChainOf(context);
  clock.moveTo(minutesAfter(event.at, event.ends === "late" ? 38 : 6));
  const { network, address } = deposit;
  if (address === null) {
    throw new Refusal("internal", { internal: "nobody watches the demo's deposit" });
  }
  const amountMinor = event.paidMinor;
  const sent =
    (await chain.unacknowledged(100)).find((transfer) => transfer.address === address) ??
    (await chain.send(context.db.kysely, { network, address, amountMinor }));
  await recordTransfer(context, sent);
  clock.moveTo(minutesAfter(clock.now(), 2));
  const final = { ...sent, confirmations: chain.confirmationsRequired(network) };
  if ((await recordTransfer(context, final)) !== "credited") {
    throw new Refusal("internal", { internal: `the demo's deposit ${deposit.id} is not credited` });
  }
  await chain.acknowledge(final);
}
