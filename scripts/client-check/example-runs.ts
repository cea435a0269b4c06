import { signWebhook } from "@tessera/client/webhooks";
import { call } from "../../e2e/src/sandbox-client.ts";
import { runCommand } from "../run-command.ts";
import { freePort } from "../sandbox-server.ts";
import { createExampleCustomer, type ExampleCustomer } from "./example-customer.ts";
import { type Runtime, startExample } from "./runtimes.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) {
    throw new Error(`${what}: expected ${String(expected)}, found ${String(found)}`);
  }
}

async function balanceOf({ customer, card }: ExampleCustomer): Promise<string> {
  return (await customer.get<{ readonly balance: string }>(`/api/cards/${card.id}`)).balance;
}

/**
 * Runs every example on a new customer of a sandbox, and checks what each did to the money.
 *
 * @param folder where the client is installed and the examples are compiled
 */
export async function runExamples(runtime: Runtime, folder: string, origin: string) {
  const example = await createExampleCustomer(origin);
  const run = async (file: string, expected: string) => {
    const { code, output } = await runCommand(runtime.command, [...runtime.args, file], {
      cwd: folder,
      env: example.env,
    });
    if (code !== 0 || !output.includes(expected)) {
      throw new Error(`${file} ended with ${code}, without "${expected}":\n${output}`);
    }
  };
  expectEqual("the card at first", await balanceOf(example), "100.00");
  await run("fund-a-card.js", "now has 125.00 USD");
  expectEqual("the card after fund-a-card", await balanceOf(example), "125.00");
  await run("hotel-stay.js", "Check-out: 34.50 USD on the card, 0.00 of it on hold.\n");
  expectEqual("the card after the stay", await balanceOf(example), "34.50");
  await topUpByWebhook(runtime, folder, { example, origin });
}

/** Declines a payment of 50.00 for lack of money, and delivers the webhook about it twice. */
async function topUpByWebhook(
  runtime: Runtime,
  folder: string,
  { example, origin }: { example: ExampleCustomer; origin: string },
): Promise<void> {
  const port = await freePort();
  const env = { ...example.env, WEBHOOK_SECRET: SECRET, PORT: `${port}` };
  const receiver = await startExample(runtime, "top-up-just-in-time.js", {
    cwd: folder,
    env,
    until: "Waiting for webhooks.",
  });
  const deliver = async (body: string, secret: string) => {
    const headers = await signWebhook({ id: "evt_check", body, secret });
    return (await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body })).status;
  };
  try {
    const event = await declinePayment(example, origin);
    const forged = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    expectEqual("the answer to a forged webhook", await deliver(event, forged), 400);
    expectEqual("the answer to a webhook", await deliver(event, SECRET), 200);
    expectEqual("the card after the webhook", await balanceOf(example), "50.00");
    expectEqual("the answer to the same webhook", await deliver(event, SECRET), 200);
    expectEqual("the card after the same webhook", await balanceOf(example), "50.00");
  } catch (error) {
    throw new Error(`The receiver printed:\n${receiver.output()}`, { cause: error });
  } finally {
    await receiver.stop();
  }
}

/** Has a payment declined, and returns the event about it, as Tessera would send it. */
async function declinePayment(example: ExampleCustomer, origin: string): Promise<string> {
  const { env, customer, card } = example;
  const { body } = await call<{ readonly code: string }>(origin, "/sandbox/network/authorize", {
    body: {
      pan: env.CARD_PAN,
      cvv: env.CARD_CVV,
      expiryMonth: Number(env.CARD_EXPIRY_MONTH),
      expiryYear: Number(env.CARD_EXPIRY_YEAR),
      amount: "50.00",
      currency: "USD",
      merchant: { name: "Example Software", mcc: "5734", country: "US" },
    },
  });
  expectEqual("the payment above the balance", body.code, "insufficient_card_balance");
  const { data } = await customer.get<{ readonly data: readonly { readonly id: string }[] }>(
    `/api/cards/${card.id}/transactions?status=declined`,
  );
  return JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    type: "payment.declined",
    version: 1,
    at: new Date().toISOString(),
    customer: "cus_example",
    object: { type: "movement", id: data[0]?.id },
    sequence: 1,
    block: 1,
  });
}
