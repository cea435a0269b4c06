import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { fund, openCard, type TestCard } from "../../testing/test-cards.ts";

export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export interface Entry {
  readonly id: string;
  readonly act: string;
  readonly category: string;
  readonly title: string;
  readonly outcome: string;
  readonly actor: string;
  readonly at: string;
  readonly ip: string | null;
  readonly browser: string | null;
  readonly newDevice: boolean;
}

/** Everything that the tested actions need, created in advance. */
export interface Stage {
  readonly customer: TestCustomer;
  readonly card: TestCard;
  readonly support: TestCustomer;
}

export async function newStage(app: CardsApp): Promise<Stage> {
  const customer = await app.newCustomer({ USD: 100_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 20_000n);
  return { customer, card, support: await app.newOperator("support") };
}

/** Attempts a sign-in with a browser's User-Agent. */
export function signInFrom(
  app: CardsApp,
  { username }: TestCustomer,
  password: string,
  device: string,
): Promise<Answer> {
  const headers = { "user-agent": device };
  return app.call(undefined, "POST /api/customer/login", { username, password }, { headers });
}
