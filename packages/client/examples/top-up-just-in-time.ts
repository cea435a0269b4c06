import { createServer, type IncomingMessage } from "node:http";
import { fromMinor, Tessera, TesseraError, toMinor } from "@tessera/client";
import { verifyWebhook, WebhookError, type WebhookEvent } from "@tessera/client/webhooks";

// Receives webhooks. When a payment is declined because its card lacked money, it adds what was
// missing, so that the merchant's next attempt passes.
const tessera = new Tessera({
  apiKey: process.env.TESSERA_API_KEY ?? "",
  baseUrl: process.env.TESSERA_URL ?? "http://127.0.0.1:4300",
});
const secret = process.env.WEBHOOK_SECRET ?? "";
/** The most that one decline may add to a card. */
const CEILING = toMinor("50.00");

/** Adds to a card what a declined payment lacked, and says what was done. */
async function topUpFor(event: WebhookEvent): Promise<string> {
  if (event.type !== "payment.declined") {
    return `nothing to do for ${event.type}`;
  }
  // The event only names the payment. The API says what it is now.
  const payment = await tessera.bills.getTransaction(event.object.id);
  if (payment.declineCode !== "insufficient_card_balance" || payment.cardId === undefined) {
    return `not for lack of money: ${payment.declineCode}`;
  }
  const card = await tessera.cards.get(payment.cardId);
  const asked = -toMinor(payment.amount);
  const missing = asked - (toMinor(card.balance) - toMinor(card.held));
  if (missing <= 0n || missing > CEILING) {
    return `${fromMinor(missing)} is missing, which is not added`;
  }
  // The same event may arrive twice. Its id in both keys makes the second one get the first one's
  // quote and the first one's receipt, so that the card is loaded once.
  const quote = await tessera.cards.quote(
    card.id,
    { operation: "deposit", amount: fromMinor(missing) },
    { idempotencyKey: `quote-${event.id}` },
  );
  const receipt = await tessera.cards.deposit(
    card.id,
    { quoteId: quote.quoteId },
    { idempotencyKey: `deposit-${event.id}` },
  );
  return `added ${receipt.amount}, the card now has ${receipt.cardBalance}`;
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Uint8Array);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** Returns the status and the text to answer with. Any but 2xx makes Tessera deliver it again. */
async function answerTo(request: IncomingMessage): Promise<readonly [number, string]> {
  try {
    const body = await bytesOf(request);
    const message = await verifyWebhook({ body, headers: request.headers, secret });
    if ("challenge" in message) {
      // Shows Tessera that this address belongs to somebody who wants its webhooks.
      return [200, message.challenge];
    }
    console.log(`${message.id}: ${await topUpFor(message)}`);
    return [200, ""];
  } catch (error) {
    if (error instanceof WebhookError) {
      console.error(`refused: ${error.message}`);
      return [400, ""];
    }
    console.error(error instanceof TesseraError ? `${error.code}: ${error.message}` : error);
    // A later delivery continues under the same keys.
    return [503, ""];
  }
}

const server = createServer(async (request, response) => {
  const [status, text] = await answerTo(request);
  response.writeHead(status).end(text);
});
server.listen(Number(process.env.PORT ?? 4400), "127.0.0.1", () => {
  console.log("Waiting for webhooks.");
});
