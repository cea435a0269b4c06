import { closingEndpoints } from "./account-closing/account-closing.endpoints.ts";
import { accountsEndpoints } from "./accounts/accounts.endpoints.ts";
import { captchaEndpoints } from "./accounts/captcha.endpoints.ts";
import { factorsEndpoints } from "./accounts/factors.endpoints.ts";
import { securityEndpoints } from "./accounts/security.endpoints.ts";
import { announcementsEndpoints } from "./announcements/announcements.endpoints.ts";
import { announcementManagementEndpoints } from "./announcements/manage.endpoints.ts";
import { billsEndpoints } from "./bills/bills.endpoints.ts";
import { boardEndpoints } from "./board/board.endpoints.ts";
import { cardIssuingEndpoints } from "./cards/card-issuing.endpoints.ts";
import { cardSettingsEndpoints } from "./cards/card-settings.endpoints.ts";
import { cardsEndpoints } from "./cards/cards.endpoints.ts";
import { freezeAllEndpoints } from "./cards/freeze-all.endpoints.ts";
import { holderEndpoints } from "./cards/holder.endpoints.ts";
import { operatorCardsEndpoints } from "./cards/operator-cards.endpoints.ts";
import { correctionsEndpoints } from "./customers/corrections.endpoints.ts";
import { customersEndpoints } from "./customers/customers.endpoints.ts";
import { emailChangeEndpoints } from "./email-change/email-change.endpoints.ts";
import { figuresEndpoints } from "./figures/figures.endpoints.ts";
import { legalEndpoints } from "./legal/legal.endpoints.ts";
import { logsEndpoints } from "./logs/logs.endpoints.ts";
import { myDataEndpoints } from "./my-data/my-data.endpoints.ts";
import { networkEndpoints } from "./network/network.endpoints.ts";
import { offeringEndpoints } from "./offering/offering.endpoints.ts";
import { operatorsEndpoints } from "./operators/operators.endpoints.ts";
import { proposalsEndpoints } from "./operators/proposals.endpoints.ts";
import { outlookEndpoints } from "./outlook/outlook.endpoints.ts";
import { practiceEndpoints } from "./practice/practice.endpoints.ts";
import { programmeEndpoints } from "./programme/programme.endpoints.ts";
import { programmeRulesEndpoints } from "./programme/programme-rules.endpoints.ts";
import { reconciliationEndpoints } from "./reconciliation/reconciliation.endpoints.ts";
import { reviewsEndpoints } from "./reviews/reviews.endpoints.ts";
import { insightEndpoints } from "./risk/insight.endpoints.ts";
import { riskEndpoints } from "./risk/risk.endpoints.ts";
import { sandboxEndpoints } from "./sandbox/sandbox.endpoints.ts";
import { stripeIssuingEndpoints } from "./stripe-issuing/stripe-issuing.endpoints.ts";
import { supportEndpoints } from "./support/support.endpoints.ts";
import { supportDeskEndpoints } from "./support/support-desk.endpoints.ts";
import { depositsEndpoints } from "./wallet/deposits.endpoints.ts";
import { walletEndpoints } from "./wallet/wallet.endpoints.ts";
import { withdrawalsEndpoints } from "./withdrawals/withdrawals.endpoints.ts";

/** Every call of the wire contract, by feature. */
export const ENDPOINTS = {
  "account-closing": closingEndpoints,
  accounts: {
    ...accountsEndpoints,
    ...captchaEndpoints,
    ...securityEndpoints,
    ...factorsEndpoints,
  },
  announcements: { ...announcementsEndpoints, ...announcementManagementEndpoints },
  bills: billsEndpoints,
  board: boardEndpoints,
  cards: {
    ...cardsEndpoints,
    ...cardSettingsEndpoints,
    ...freezeAllEndpoints,
    ...cardIssuingEndpoints,
    ...holderEndpoints,
    ...operatorCardsEndpoints,
  },
  customers: { ...customersEndpoints, ...correctionsEndpoints },
  "email-change": emailChangeEndpoints,
  figures: figuresEndpoints,
  legal: legalEndpoints,
  logs: logsEndpoints,
  "my-data": myDataEndpoints,
  network: networkEndpoints,
  offering: offeringEndpoints,
  operators: { ...operatorsEndpoints, ...proposalsEndpoints },
  outlook: outlookEndpoints,
  practice: practiceEndpoints,
  programme: { ...programmeEndpoints, ...programmeRulesEndpoints },
  reconciliation: reconciliationEndpoints,
  reviews: reviewsEndpoints,
  risk: { ...riskEndpoints, ...insightEndpoints },
  sandbox: sandboxEndpoints,
  "stripe-issuing": stripeIssuingEndpoints,
  support: { ...supportEndpoints, ...supportDeskEndpoints },
  wallet: { ...walletEndpoints, ...depositsEndpoints },
  withdrawals: withdrawalsEndpoints,
} as const;
