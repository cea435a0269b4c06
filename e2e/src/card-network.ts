import { type CardDetails, call } from "./sandbox-client.ts";

interface Authorization {
  readonly authorizationId: string;
  readonly approved: boolean;
  readonly code: string;
}

export interface CardNetwork {
  /** Sends an authorization and returns the response, which may be a decline. */
  readonly authorize: (card: CardDetails, amount: string, shop: string) => Promise<Authorization>;
  readonly clear: (authorizationId: string) => Promise<void>;
  readonly refund: (card: CardDetails, amount: string, shop: string) => Promise<void>;
}

/** Returns a client for the sandbox's card network at `origin`; all amounts are in US dollars. */
export function openCardNetwork(origin: string): CardNetwork {
  const post = async <T>(step: string, body: unknown): Promise<T> => {
    const answer = await call<T>(origin, `/sandbox/network/${step}`, { body });
    if (answer.status !== 200) {
      throw new Error(`${step} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  const payment = (
    { pan, expiryMonth, expiryYear }: CardDetails,
    amount: string,
    name: string,
  ) => ({
    pan,
    expiryMonth,
    expiryYear,
    amount,
    currency: "USD",
    merchant: { name, mcc: "5734", country: "US" },
  });
  return {
    authorize: (card, amount, shop) =>
      post("authorize", { ...payment(card, amount, shop), cvv: card.cvv }),
    clear: async (authorizationId) => {
      await post("clear", { authorizationId });
    },
    refund: async (card, amount, shop) => {
      await post("refund", payment(card, amount, shop));
    },
  };
}
