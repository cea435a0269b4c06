import { Tessera } from "@tessera/client";

// Plays a hotel stay on a card of the sandbox: an authorization at check-in, an increment for the
// minibar, a clearing at check-out for less. Prints what the cardholder sees after each.
const baseUrl = process.env.TESSERA_URL ?? "http://127.0.0.1:4300";
const tessera = new Tessera({ apiKey: process.env.TESSERA_API_KEY ?? "", baseUrl });
const cardId = process.env.TESSERA_CARD_ID ?? "";

/** What the hotel knows about the card. The console shows it under Show details. */
const card = {
  pan: process.env.CARD_PAN ?? "",
  expiryMonth: Number(process.env.CARD_EXPIRY_MONTH),
  expiryYear: Number(process.env.CARD_EXPIRY_YEAR),
  cvv: process.env.CARD_CVV ?? "",
};

interface NetworkAnswer {
  readonly approved: boolean;
  readonly code: string;
  readonly authorizationId?: string;
}

/** Sends a message of the card network. Only a sandbox accepts them, and it needs no key. */
async function network(step: string, message: object): Promise<NetworkAnswer> {
  const response = await fetch(`${baseUrl}/sandbox/network/${step}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(message),
  });
  const answer = (await response.json()) as NetworkAnswer;
  if (!response.ok) {
    throw new Error(`The ${step} was refused: ${answer.code}`);
  }
  return answer;
}

async function printHolds(moment: string): Promise<void> {
  const holds = await tessera.outlook.getCardHolds(cardId).page();
  const { balance, currency } = await tessera.cards.get(cardId);
  console.log(`${moment}: ${balance} ${currency} on the card, ${holds.total} of it on hold.`);
}

const checkIn = await network("authorize", {
  ...card,
  amount: "80.00",
  currency: "USD",
  merchant: { name: "Hotel Meridian", mcc: "7011", country: "US" },
  presence: "present",
});
if (!checkIn.approved) {
  throw new Error(`The hotel was declined: ${checkIn.code}`);
}
const { authorizationId } = checkIn;
await printHolds("Check-in");

await network("increment", { authorizationId, amount: "15.00" });
await printHolds("Minibar");

await network("clear", { authorizationId, amount: "90.50" });
await printHolds("Check-out");

// The newest payment of the card, with everything that happened to it.
const { data } = await tessera.cards.listTransactions(cardId, { limit: 1 }).page();
const payment = await tessera.bills.getTransaction(data[0]?.id ?? "");
for (const step of payment.timeline) {
  console.log(`${step.kind}: ${step.amount} ${step.currency}`);
}
