import type { Page } from "@playwright/test";
import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import { type Arrange, type Screen, screenOf } from "./screen.ts";

const own = screenOf("customer");
const ID = "dep_0199f3a1-7c00-7000-8000-000000000001";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Returns a deposit of 500.00 USDT whose payment is being confirmed. */
function confirming(): Deposit {
  return {
    id: ID,
    status: "pending",
    asset: "USDT",
    network: "ERC20",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    amount: "500.00",
    currency: "USD",
    creditAmount: "500.00",
    rate: "1.00",
    ratedAt: minutesAgo(9),
    rateSource: "Sandbox",
    spreadBasisPoints: 0,
    receivedAmount: "500.00",
    notes: [],
    review: null,
    transactionHash: `0x${"4f7c21ab".repeat(8)}`,
    seenAt: minutesAgo(2),
    confirmations: 7,
    confirmationsRequired: 12,
    expiresAt: minutesAgo(-21),
    createdAt: minutesAgo(9),
    movementId: null,
  };
}

/** Shows a deposit in a state that the simulated chain brings about rarely or too fast. */
function shown(changes: () => Partial<Deposit>): Arrange {
  return async (page: Page) => {
    const json = { ...confirming(), ...changes() };
    await page.route(`**/api/wallet/deposits/${ID}`, (route) => route.fulfill({ json }));
    await page.reload();
  };
}

const unpaid = { receivedAmount: null, transactionHash: null, seenAt: null, confirmations: 0 };

const STATES: Readonly<Record<string, () => Partial<Deposit>>> = {
  confirming: () => ({}),
  "confirming-long": () => ({ confirmations: 41, confirmationsRequired: 64 }),
  reviewing: () => ({ confirmations: 12, review: "reviewing" }),
  "other-network": () => ({ confirmations: 12, review: "reviewing", notes: ["other_network"] }),
  credited: () => ({ status: "completed", confirmations: 12 }),
  underpaid: () => ({
    ...{ status: "completed", confirmations: 12, notes: ["underpaid"] },
    ...{ receivedAmount: "480.00", creditAmount: "480.00" },
  }),
  late: () => ({ notes: ["late"], expiresAt: minutesAgo(5) }),
  "taken-back": () => ({ status: "cancelled", notes: ["retracted"], receivedAmount: null }),
  returned: () => ({ status: "cancelled", review: "returned", confirmations: 12 }),
  expired: () => ({ ...unpaid, status: "expired" }),
};

/** The states of one deposit. */
export const depositScreens: readonly Screen[] = Object.entries(STATES).map(([name, changes]) =>
  own(`deposit-${name}`, `/wallet/deposit?id=${ID}`, shown(changes)),
);
