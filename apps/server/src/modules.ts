import { sandboxNetworkModule } from "./adapters/card-network/sandbox/sandbox.module.ts";
import { stripeNetworkModule } from "./adapters/card-network/stripe/stripe.module.ts";
import { filesModule } from "./adapters/files/files.module.ts";
import { mailModule } from "./adapters/mail/mail.module.ts";
import { approvalsModule } from "./authorization/approvals/approvals.module.ts";
import { backtestModule } from "./authorization/backtest/backtest.module.ts";
import { clearingModule } from "./authorization/clearing/clearing.module.ts";
import { conversionModule } from "./authorization/conversion/conversion.module.ts";
import { decisionModule } from "./authorization/decision/decision.module.ts";
import { holdsModule } from "./authorization/holds/holds.module.ts";
import { keepAliveModule } from "./authorization/keep-alive/keep-alive.module.ts";
import { messagesModule } from "./authorization/messages/messages.module.ts";
import { requestsModule } from "./authorization/requests/requests.module.ts";
import { ruleSetsModule } from "./authorization/rule-sets/rule-sets.module.ts";
import { rulesModule } from "./authorization/rules/rules.module.ts";
import { unmatchedModule } from "./authorization/unmatched/unmatched.module.ts";
import { velocityModule } from "./authorization/velocity/velocity.module.ts";
import { announcementsModule } from "./back-office/announcements/announcements.module.ts";
import { auditLogModule } from "./back-office/audit-log/audit-log.module.ts";
import { casesModule } from "./back-office/cases/cases.module.ts";
import { customersModule } from "./back-office/customers/customers.module.ts";
import { dashboardModule } from "./back-office/dashboard/dashboard.module.ts";
import { offeringModule } from "./back-office/offering/offering.module.ts";
import { programModule } from "./back-office/program/program.module.ts";
import { programCopyModule } from "./back-office/program-copy/program-copy.module.ts";
import { statusModule } from "./back-office/status/status.module.ts";
import { supportModule } from "./back-office/support/support.module.ts";
import { applicationsModule } from "./cards/applications/applications.module.ts";
import { autoTopUpModule } from "./cards/auto-top-up/auto-top-up.module.ts";
import { fundingModule } from "./cards/funding/funding.module.ts";
import { issuanceModule } from "./cards/issuance/issuance.module.ts";
import { lifecycleModule } from "./cards/lifecycle/lifecycle.module.ts";
import { mandatesModule } from "./cards/mandates/mandates.module.ts";
import { pricingModule } from "./cards/pricing/pricing.module.ts";
import { productsModule } from "./cards/products/products.module.ts";
import { vaultModule } from "./cards/vault/vault.module.ts";
import { webhooksModule } from "./developers/webhooks/webhooks.module.ts";
import { accountClosingModule } from "./identity/account-closing/account-closing.module.ts";
import { apiKeysModule } from "./identity/api-keys/api-keys.module.ts";
import { companiesModule } from "./identity/companies/companies.module.ts";
import { emailChangeModule } from "./identity/email-change/email-change.module.ts";
import { emailCodesModule } from "./identity/email-codes/email-codes.module.ts";
import { eventStreamModule } from "./identity/event-stream/event-stream.module.ts";
import { legalModule } from "./identity/legal/legal.module.ts";
import { myDataModule } from "./identity/my-data/my-data.module.ts";
import { operatorsModule } from "./identity/operators/operators.module.ts";
import { passwordsModule } from "./identity/passwords/passwords.module.ts";
import { peopleModule } from "./identity/people/people.module.ts";
import { profileModule } from "./identity/profile/profile.module.ts";
import { registrationModule } from "./identity/registration/registration.module.ts";
import { retentionModule } from "./identity/retention/retention.module.ts";
import { secondFactorModule } from "./identity/second-factor/second-factor.module.ts";
import { securityHoldModule } from "./identity/security-hold/security-hold.module.ts";
import { sessionsModule } from "./identity/sessions/sessions.module.ts";
import { signInModule } from "./identity/sign-in/sign-in.module.ts";
import { billsModule } from "./insights/bills/bills.module.ts";
import { forecastModule } from "./insights/forecast/forecast.module.ts";
import { receiptsModule } from "./insights/receipts/receipts.module.ts";
import { riskInsightModule } from "./insights/risk-insight/risk-insight.module.ts";
import { spendingModule } from "./insights/spending/spending.module.ts";
import { statementsModule } from "./insights/statements/statements.module.ts";
import type { Module } from "./module.ts";
import { assetBooksModule } from "./money-movement/asset-books/asset-books.module.ts";
import { bankModule } from "./money-movement/bank/bank.module.ts";
import { depositsModule } from "./money-movement/deposits/deposits.module.ts";
import { exchangeModule } from "./money-movement/exchange/exchange.module.ts";
import { holdingsModule } from "./money-movement/holdings/holdings.module.ts";
import { payoutsModule } from "./money-movement/payouts/payouts.module.ts";
import { ratesModule } from "./money-movement/rates/rates.module.ts";
import { reconciliationModule } from "./money-movement/reconciliation/reconciliation.module.ts";
import { reservesModule } from "./money-movement/reserves/reserves.module.ts";
import { inOrderOfNeeds } from "./platform/in-order-of-needs.ts";
import { clockModule } from "./simulator/clock/clock.module.ts";
import { scenariosModule } from "./simulator/scenarios/scenarios.module.ts";

/**
 * Every module of the server, in the order in which they start: each one after the modules that it
 * needs. The order of independent modules has no visible effect, because queues and calls are
 * sorted by the contract, and all background work has started before the server listens.
 */
export const MODULES: readonly Module[] = inOrderOfNeeds([
  // adapters
  mailModule,
  filesModule,
  sandboxNetworkModule,
  stripeNetworkModule,
  // identity
  peopleModule,
  emailCodesModule,
  legalModule,
  sessionsModule,
  securityHoldModule,
  secondFactorModule,
  signInModule,
  passwordsModule,
  registrationModule,
  profileModule,
  operatorsModule,
  emailChangeModule,
  companiesModule,
  accountClosingModule,
  apiKeysModule,
  eventStreamModule,
  myDataModule,
  retentionModule,
  // cards
  pricingModule,
  productsModule,
  vaultModule,
  lifecycleModule,
  fundingModule,
  autoTopUpModule,
  issuanceModule,
  applicationsModule,
  mandatesModule,
  // authorization
  decisionModule,
  conversionModule,
  ruleSetsModule,
  velocityModule,
  rulesModule,
  backtestModule,
  approvalsModule,
  messagesModule,
  keepAliveModule,
  holdsModule,
  clearingModule,
  unmatchedModule,
  requestsModule,
  // money-movement
  ratesModule,
  exchangeModule,
  assetBooksModule,
  depositsModule,
  bankModule,
  holdingsModule,
  payoutsModule,
  reconciliationModule,
  reservesModule,
  // insights
  billsModule,
  receiptsModule,
  statementsModule,
  spendingModule,
  forecastModule,
  riskInsightModule,
  // back-office
  casesModule,
  programModule,
  programCopyModule,
  offeringModule,
  auditLogModule,
  announcementsModule,
  supportModule,
  customersModule,
  dashboardModule,
  statusModule,
  // developers
  webhooksModule,
  // simulator
  clockModule,
  scenariosModule,
]);
