import { networkEndpoints } from "./authorization/network.endpoints.ts";
import { riskEndpoints } from "./authorization/risk.endpoints.ts";
import { insightEndpoints } from "./authorization/risk-insight.endpoints.ts";
import { stripeIssuingEndpoints } from "./authorization/stripe-issuing.endpoints.ts";
import { correctionsEndpoints } from "./back-office/adjustments.endpoints.ts";
import { announcementDesk } from "./back-office/announcement-desk.endpoints.ts";
import { announcementsEndpoints } from "./back-office/announcements.endpoints.ts";
import { customersEndpoints } from "./back-office/customers.endpoints.ts";
import { boardEndpoints } from "./back-office/dashboard.endpoints.ts";
import { logsEndpoints } from "./back-office/logs.endpoints.ts";
import { offeringEndpoints } from "./back-office/offering.endpoints.ts";
import { programEndpoints } from "./back-office/program.endpoints.ts";
import { programRulesEndpoints } from "./back-office/program-rules.endpoints.ts";
import { reviewsEndpoints } from "./back-office/reviews.endpoints.ts";
import { statusEndpoints } from "./back-office/status.endpoints.ts";
import { supportEndpoints } from "./back-office/support.endpoints.ts";
import { supportDeskEndpoints } from "./back-office/support-desk.endpoints.ts";
import { autoTopUpEndpoints } from "./cards/auto-top-up.endpoints.ts";
import { cardIssuingEndpoints } from "./cards/card-issuing.endpoints.ts";
import { cardSettingsEndpoints } from "./cards/card-settings.endpoints.ts";
import { cardsEndpoints } from "./cards/cards.endpoints.ts";
import { freezeAllEndpoints } from "./cards/freeze-all.endpoints.ts";
import { holderEndpoints } from "./cards/holder.endpoints.ts";
import { mandatesEndpoints } from "./cards/mandates.endpoints.ts";
import { operatorCardsEndpoints } from "./cards/operator-cards.endpoints.ts";
import { webhooksEndpoints } from "./developers/webhooks.endpoints.ts";
import { closingEndpoints } from "./identity/account-closing.endpoints.ts";
import { accountsEndpoints } from "./identity/accounts.endpoints.ts";
import { apiKeysEndpoints } from "./identity/api-keys.endpoints.ts";
import { captchaEndpoints } from "./identity/captcha.endpoints.ts";
import { companiesEndpoints } from "./identity/companies.endpoints.ts";
import { companyMembersEndpoints } from "./identity/company-members.endpoints.ts";
import { emailChangeEndpoints } from "./identity/email-change.endpoints.ts";
import { factorsEndpoints } from "./identity/factors.endpoints.ts";
import { legalEndpoints } from "./identity/legal.endpoints.ts";
import { myDataEndpoints } from "./identity/my-data.endpoints.ts";
import { operatorsEndpoints } from "./identity/operators.endpoints.ts";
import { proposalsEndpoints } from "./identity/proposals.endpoints.ts";
import { securityEndpoints } from "./identity/security.endpoints.ts";
import { securityHoldEndpoints } from "./identity/security-hold.endpoints.ts";
import { billsEndpoints } from "./insights/bills.endpoints.ts";
import { outlookEndpoints } from "./insights/forecast.endpoints.ts";
import { receiptsEndpoints } from "./insights/receipts.endpoints.ts";
import { figuresEndpoints } from "./insights/spending.endpoints.ts";
import { reconciliationEndpoints } from "./insights/statements.endpoints.ts";
import { bankEndpoints } from "./money-movement/bank.endpoints.ts";
import { depositsEndpoints } from "./money-movement/deposits.endpoints.ts";
import { exchangeEndpoints, openPositionEndpoints } from "./money-movement/exchange.endpoints.ts";
import { breakEndpoints } from "./money-movement/reconciliation.endpoints.ts";
import { reservesEndpoints } from "./money-movement/reserves.endpoints.ts";
import { walletEndpoints } from "./money-movement/wallet.endpoints.ts";
import { withdrawalsEndpoints } from "./money-movement/withdrawals.endpoints.ts";
import { sandboxEndpoints } from "./simulator/sandbox.endpoints.ts";
import { practiceEndpoints } from "./simulator/scenarios.endpoints.ts";

/** Every call in the wire contract, by feature, in the order of the API reference. */
export const ENDPOINTS = {
  accounts: {
    ...accountsEndpoints,
    ...captchaEndpoints,
    ...securityEndpoints,
    ...factorsEndpoints,
  },
  "api-keys": apiKeysEndpoints,
  webhooks: webhooksEndpoints,
  sandbox: sandboxEndpoints,
  bills: billsEndpoints,
  receipts: receiptsEndpoints,
  cards: {
    ...cardsEndpoints,
    ...cardSettingsEndpoints,
    ...autoTopUpEndpoints,
    ...freezeAllEndpoints,
    ...cardIssuingEndpoints,
    ...holderEndpoints,
    ...operatorCardsEndpoints,
  },
  mandates: mandatesEndpoints,
  wallet: { ...walletEndpoints, ...depositsEndpoints, ...exchangeEndpoints },
  bank: bankEndpoints,
  withdrawals: { ...withdrawalsEndpoints, ...securityHoldEndpoints },
  "email-change": emailChangeEndpoints,
  "account-closing": closingEndpoints,
  companies: companiesEndpoints,
  company: companyMembersEndpoints,
  figures: figuresEndpoints,
  announcements: { ...announcementsEndpoints, ...announcementDesk },
  legal: legalEndpoints,
  outlook: outlookEndpoints,
  offering: offeringEndpoints,
  status: statusEndpoints,
  risk: { ...riskEndpoints, ...insightEndpoints },
  network: networkEndpoints,
  reviews: reviewsEndpoints,
  practice: practiceEndpoints,
  programme: { ...programEndpoints, ...programRulesEndpoints },
  board: { ...boardEndpoints, ...openPositionEndpoints, ...reservesEndpoints },
  logs: logsEndpoints,
  reconciliation: reconciliationEndpoints,
  "ledger-reconciliation": breakEndpoints,
  "my-data": myDataEndpoints,
  support: { ...supportEndpoints, ...supportDeskEndpoints },
  customers: { ...customersEndpoints, ...correctionsEndpoints },
  operators: { ...operatorsEndpoints, ...proposalsEndpoints },
  "stripe-issuing": stripeIssuingEndpoints,
} as const;
