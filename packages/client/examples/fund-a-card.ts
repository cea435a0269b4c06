import { Tessera, TesseraError } from "@tessera/client";

// Adds 25.00 to the first active dollar card, and prints what it cost.
const tessera = new Tessera({
  apiKey: process.env.TESSERA_API_KEY ?? "",
  baseUrl: process.env.TESSERA_URL ?? "http://127.0.0.1:4300",
});

async function firstActiveCard() {
  for await (const card of tessera.cards.list()) {
    if (card.status === "active" && card.currency === "USD") {
      return card;
    }
  }
  throw new Error("There is no active dollar card. Apply for one in the console.");
}

try {
  const card = await firstActiveCard();
  // A quote is a promise: redeeming it charges exactly this, or nothing.
  const quote = await tessera.cards.quote(card.id, { operation: "deposit", amount: "25.00" });
  console.log(`Adding ${quote.amount} ${quote.currency} costs ${quote.total} with the fee.`);
  const receipt = await tessera.cards.deposit(card.id, { quoteId: quote.quoteId });
  console.log(`Card •${card.last4} now has ${receipt.cardBalance} ${receipt.currency}.`);
} catch (error) {
  if (error instanceof TesseraError) {
    // The code is for programs, the message for people, the request id for support.
    console.error(`${error.code}: ${error.message} (request ${error.requestId ?? "none"})`);
    process.exit(1);
  }
  throw error;
}
