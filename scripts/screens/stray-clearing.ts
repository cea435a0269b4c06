import { openCardNetwork } from "../../e2e/src/card-network.ts";
import { call, createCustomer } from "../../e2e/src/sandbox-client.ts";

/**
 * Sends a clearing that names no authorization, so that an operator has a message to match.
 *
 * @throws Error if the server refuses it
 */
export async function sendStrayClearing(origin: string): Promise<void> {
  const customer = await createCustomer(origin);
  await customer.fund("200.00");
  const { id } = await customer.openCard();
  await customer.addFunds(id, "100.00");
  const details = await customer.revealCard(id);
  const name = "River Books";
  await openCardNetwork(origin).authorize(details, "45.00", name);
  const { status } = await call(origin, "/sandbox/network/clear", {
    body: {
      networkReference: crypto.randomUUID().slice(0, 12),
      messageId: crypto.randomUUID(),
      amount: "40.00",
      payment: {
        pan: details.pan,
        currency: "USD",
        merchant: { name, mcc: "5734", country: "US" },
      },
    },
  });
  if (status !== 200) {
    throw new Error(`The clearing without an authorization got ${status}.`);
  }
}
