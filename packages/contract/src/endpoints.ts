import { accountsEndpoints } from "./accounts/accounts.endpoints.ts";
import { announcementsEndpoints } from "./announcements/announcements.endpoints.ts";
import { billsEndpoints } from "./bills/bills.endpoints.ts";
import { cardsEndpoints } from "./cards/cards.endpoints.ts";
import { figuresEndpoints } from "./figures/figures.endpoints.ts";
import { legalEndpoints } from "./legal/legal.endpoints.ts";
import { sandboxEndpoints } from "./sandbox/sandbox.endpoints.ts";
import { walletEndpoints } from "./wallet/wallet.endpoints.ts";

/** Every call of the wire contract, by feature. */
export const ENDPOINTS = {
  accounts: accountsEndpoints,
  announcements: announcementsEndpoints,
  bills: billsEndpoints,
  cards: cardsEndpoints,
  figures: figuresEndpoints,
  legal: legalEndpoints,
  sandbox: sandboxEndpoints,
  wallet: walletEndpoints,
} as const;
