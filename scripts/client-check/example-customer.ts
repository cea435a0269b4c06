import { type Card, type Customer, call, createCustomer } from "../../e2e/src/sandbox-client.ts";

/** A customer of a sandbox with a card and an API key. */
export interface ExampleCustomer {
  readonly customer: Customer;
  readonly card: Card;
  /** The environment that the examples read. */
  readonly env: Readonly<Record<string, string>>;
}

/** What the examples' key may do: read, and load cards up to a ceiling. */
const KEY = {
  name: "Examples",
  scopes: { bills: "read", cards: "write", outlook: "read", wallet: "read" },
  ceilings: [{ currency: "USD", perCall: "100.00", perDay: "500.00" }],
  addresses: [],
  callsPerMinute: 600,
  expiresInDays: 1,
};

/** Creates a customer with money, a loaded card and a key, as a person does in the console. */
export async function createExampleCustomer(origin: string): Promise<ExampleCustomer> {
  const customer = await createCustomer(origin);
  await customer.fund("1000.00");
  const card = await customer.openCard();
  await customer.addFunds(card.id, "100.00");
  const { proof } = await customer.post<{ readonly proof: string }>("/api/auth/proof", {
    password: customer.password,
  });
  const { token } = customer;
  const made = await call<{ readonly secret: string }>(origin, "/api/api-keys", {
    token,
    proof,
    body: KEY,
  });
  const { pan, cvv, expiryMonth, expiryYear } = await customer.revealCard(card.id);
  return {
    customer,
    card,
    env: {
      TESSERA_URL: origin,
      TESSERA_API_KEY: made.body.secret,
      TESSERA_CARD_ID: card.id,
      CARD_PAN: pan,
      CARD_CVV: cvv,
      CARD_EXPIRY_MONTH: `${expiryMonth}`,
      CARD_EXPIRY_YEAR: `${expiryYear}`,
    },
  };
}
