// Written by `npm run client:generate` from packages/contract. Do not edit.

import type * as schemas1 from "@tessera/contract/authorization/preflight.schemas";
import type * as schemas2 from "@tessera/contract/authorization/risk-insight.schemas";
import type * as schemas3 from "@tessera/contract/authorization/risk.schemas";
import type * as schemas4 from "@tessera/contract/back-office/logs.schemas";
import type * as schemas5 from "@tessera/contract/back-office/reviews.schemas";
import type * as schemas6 from "@tessera/contract/cards/auto-top-up.schemas";
import type * as schemas7 from "@tessera/contract/cards/card-settings.schemas";
import type * as schemas8 from "@tessera/contract/cards/cards.schemas";
import type * as schemas9 from "@tessera/contract/errors/problem";
import type * as schemas10 from "@tessera/contract/fields";
import type * as schemas11 from "@tessera/contract/insights/bills.schemas";
import type * as schemas12 from "@tessera/contract/insights/forecast.schemas";
import type * as schemas13 from "@tessera/contract/insights/receipts.schemas";
import type * as schemas14 from "@tessera/contract/insights/spending.schemas";
import type * as schemas15 from "@tessera/contract/insights/statements.schemas";
import type * as schemas16 from "@tessera/contract/money-movement/bank.schemas";
import type * as schemas17 from "@tessera/contract/money-movement/exchange.schemas";
import type * as schemas18 from "@tessera/contract/money-movement/wallet.schemas";
import type * as schemas19 from "@tessera/contract/money-movement/withdrawals.schemas";
import type * as z from "zod/mini";
import type * as Client from "../src/schemas.generated.ts";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Compiles only with `true` for two types that are the same. */
function expectSame<A, B>(same: Same<A, B>): boolean {
  return same;
}

export const CHECKED = [
  expectSame<Client.AccountExchange, z.output<typeof schemas11.accountExchange>>(true),
  expectSame<Client.AlertsSeenBody, z.input<typeof schemas2.alertsSeenBody>>(true),
  expectSame<Client.AnswerBody, z.input<typeof schemas5.answerBody>>(true),
  expectSame<Client.AppealBody, z.input<typeof schemas5.appealBody>>(true),
  expectSame<Client.Asset, z.output<typeof schemas18.asset>>(true),
  expectSame<Client.AssetsAnswer, z.output<typeof schemas18.assetsAnswer>>(true),
  expectSame<Client.AutoTopUp, z.output<typeof schemas6.autoTopUp>>(true),
  expectSame<Client.AutoTopUpRun, z.output<typeof schemas6.autoTopUpRun>>(true),
  expectSame<Client.Backtest, z.output<typeof schemas3.backtest>>(true),
  expectSame<Client.BacktestBody, z.input<typeof schemas3.backtestBody>>(true),
  expectSame<Client.BacktestChange, z.output<typeof schemas3.backtestChange>>(true),
  expectSame<Client.BankDetails, z.output<typeof schemas16.bankDetails>>(true),
  expectSame<Client.BankDetailsList, z.output<typeof schemas16.bankDetailsList>>(true),
  expectSame<Client.Card, z.output<typeof schemas8.card>>(true),
  expectSame<Client.CardApplication, z.output<typeof schemas8.cardApplication>>(true),
  expectSame<Client.CardFreeze, z.output<typeof schemas8.cardFreeze>>(true),
  expectSame<Client.CardHolds, z.output<typeof schemas12.cardHolds>>(true),
  expectSame<Client.CardNetwork, z.output<typeof schemas8.cardNetwork>>(true),
  expectSame<Client.CardSegment, z.output<typeof schemas8.cardSegment>>(true),
  expectSame<Client.CardStatus, z.output<typeof schemas8.cardStatus>>(true),
  expectSame<Client.CardType, z.output<typeof schemas8.cardType>>(true),
  expectSame<Client.CardUsage, z.output<typeof schemas8.cardUsage>>(true),
  expectSame<Client.CaseDetail, z.output<typeof schemas5.caseDetail>>(true),
  expectSame<Client.CaseDocument, z.output<typeof schemas5.caseDocument>>(true),
  expectSame<Client.CaseStep, z.output<typeof schemas5.caseStep>>(true),
  expectSame<Client.CheckAddressBody, z.input<typeof schemas19.checkAddressBody>>(true),
  expectSame<Client.CheckedAddress, z.output<typeof schemas19.checkedAddress>>(true),
  expectSame<Client.CloseBody, z.input<typeof schemas8.closeBody>>(true),
  expectSame<Client.CreateDepositBody, z.input<typeof schemas18.createDepositBody>>(true),
  expectSame<Client.CreateExchangeBody, z.input<typeof schemas17.createExchangeBody>>(true),
  expectSame<Client.CreateExportBody, z.input<typeof schemas15.createExportBody>>(true),
  expectSame<Client.CreateGrantBody, z.input<typeof schemas3.createGrantBody>>(true),
  expectSame<Client.CreateStrategyBody, z.input<typeof schemas3.createStrategyBody>>(true),
  expectSame<Client.Currency, z.input<typeof schemas10.currency>>(true),
  expectSame<Client.CurrencyConversion, z.output<typeof schemas11.exchange>>(true),
  expectSame<Client.CurrentFreezeAll, z.output<typeof schemas7.currentFreezeAll>>(true),
  expectSame<Client.DeclineBudget, z.output<typeof schemas12.declineBudget>>(true),
  expectSame<Client.DeclineExplanation, z.output<typeof schemas3.declineExplanation>>(true),
  expectSame<Client.Deposit, z.output<typeof schemas18.deposit>>(true),
  expectSame<Client.EditedRevision, z.input<typeof schemas8.editedRevision>>(true),
  expectSame<Client.Exchange, z.output<typeof schemas17.exchange>>(true),
  expectSame<Client.ExchangeQuote, z.output<typeof schemas17.exchangeQuote>>(true),
  expectSame<Client.ExportPage, z.output<typeof schemas15.exportPage>>(true),
  expectSame<Client.ExportTotal, z.output<typeof schemas15.exportTotal>>(true),
  expectSame<Client.FieldProblem, z.output<typeof schemas9.fieldProblem>>(true),
  expectSame<Client.Fix, z.output<typeof schemas3.fix>>(true),
  expectSame<Client.FreezeAll, z.output<typeof schemas7.freezeAll>>(true),
  expectSame<Client.FreezeAllResult, z.output<typeof schemas7.freezeAllResult>>(true),
  expectSame<Client.FreezeAllUndo, z.output<typeof schemas7.freezeAllUndo>>(true),
  expectSame<Client.FreezeLayer, z.output<typeof schemas8.freezeLayer>>(true),
  expectSame<Client.FundingReceipt, z.output<typeof schemas8.fundingReceipt>>(true),
  expectSame<Client.Grant, z.output<typeof schemas3.grant>>(true),
  expectSame<Client.GrantList, z.output<typeof schemas3.grantList>>(true),
  expectSame<Client.HeldCase, z.output<typeof schemas5.heldCase>>(true),
  expectSame<Client.HeldPayment, z.output<typeof schemas5.heldPayment>>(true),
  expectSame<Client.HeldReview, z.output<typeof schemas5.heldReview>>(true),
  expectSame<Client.HoldStep, z.output<typeof schemas12.holdStep>>(true),
  expectSame<Client.Holdings, z.output<typeof schemas14.holdings>>(true),
  expectSame<Client.Insight, z.output<typeof schemas2.insight>>(true),
  expectSame<Client.LabelBody, z.input<typeof schemas7.labelBody>>(true),
  expectSame<Client.LapsedHold, z.output<typeof schemas12.lapsedHold>>(true),
  expectSame<Client.LikelyCharge, z.output<typeof schemas12.likelyCharge>>(true),
  expectSame<Client.LikelyCharges, z.output<typeof schemas12.likelyCharges>>(true),
  expectSame<Client.LogChange, z.output<typeof schemas4.logChange>>(true),
  expectSame<Client.LogDetail, z.output<typeof schemas4.logDetail>>(true),
  expectSame<Client.LogEntry, z.output<typeof schemas4.logEntry>>(true),
  expectSame<Client.LogExportBody, z.input<typeof schemas4.logExportBody>>(true),
  expectSame<Client.LogPage, z.output<typeof schemas4.logPage>>(true),
  expectSame<Client.Merchant, z.output<typeof schemas11.merchant>>(true),
  expectSame<Client.Movement, z.output<typeof schemas11.movement>>(true),
  expectSame<Client.MovementDetail, z.output<typeof schemas11.movementDetail>>(true),
  expectSame<Client.MovementKind, z.output<typeof schemas11.movementKind>>(true),
  expectSame<Client.MovementPage, z.output<typeof schemas11.movementPage>>(true),
  expectSame<Client.MovementStatus, z.output<typeof schemas11.movementStatus>>(true),
  expectSame<Client.MovementStep, z.output<typeof schemas11.movementStep>>(true),
  expectSame<Client.OpenHold, z.output<typeof schemas12.openHold>>(true),
  expectSame<Client.OwnLimitsBody, z.input<typeof schemas7.ownLimitsBody>>(true),
  expectSame<Client.PaymentNote, z.output<typeof schemas13.paymentNote>>(true),
  expectSame<Client.PaymentNoteBody, z.input<typeof schemas13.paymentNoteBody>>(true),
  expectSame<Client.PaymentPapers, z.output<typeof schemas13.paymentPapers>>(true),
  expectSame<Client.PaymentReview, z.output<typeof schemas3.paymentReview>>(true),
  expectSame<Client.PayoutAddress, z.output<typeof schemas19.payoutAddress>>(true),
  expectSame<Client.PayoutAddressList, z.output<typeof schemas19.payoutAddressList>>(true),
  expectSame<Client.PreflightAnswer, z.output<typeof schemas1.preflightAnswer>>(true),
  expectSame<Client.PreflightBody, z.input<typeof schemas1.preflightBody>>(true),
  expectSame<Client.Quote, z.output<typeof schemas8.quote>>(true),
  expectSame<Client.QuoteBody, z.input<typeof schemas8.quoteBody>>(true),
  expectSame<Client.QuoteExchangeBody, z.input<typeof schemas17.quoteExchangeBody>>(true),
  expectSame<Client.QuoteWithdrawalBody, z.input<typeof schemas19.quoteWithdrawalBody>>(true),
  expectSame<Client.RateHistory, z.output<typeof schemas17.rateHistory>>(true),
  expectSame<Client.RatesAnswer, z.output<typeof schemas18.ratesAnswer>>(true),
  expectSame<Client.Receipt, z.output<typeof schemas13.receipt>>(true),
  expectSame<Client.ReceiptDetail, z.output<typeof schemas13.receiptDetail>>(true),
  expectSame<Client.ReceiptFactsBody, z.input<typeof schemas13.receiptFactsBody>>(true),
  expectSame<Client.ReceiptLinkBody, z.input<typeof schemas13.receiptLinkBody>>(true),
  expectSame<Client.ReceiptPage, z.output<typeof schemas13.receiptPage>>(true),
  expectSame<Client.ReceiptSuggestion, z.output<typeof schemas13.receiptSuggestion>>(true),
  expectSame<Client.ReconciliationExport, z.output<typeof schemas15.reconciliationExport>>(true),
  expectSame<Client.RenameAddressBody, z.input<typeof schemas19.renameAddressBody>>(true),
  expectSame<Client.ReviewDetail, z.output<typeof schemas5.reviewDetail>>(true),
  expectSame<Client.ReviewList, z.output<typeof schemas5.reviewList>>(true),
  expectSame<Client.ReviseStrategyBody, z.input<typeof schemas3.reviseStrategyBody>>(true),
  expectSame<Client.RiskAlert, z.output<typeof schemas2.riskAlert>>(true),
  expectSame<Client.RiskChange, z.output<typeof schemas2.riskChange>>(true),
  expectSame<Client.RiskFactor, z.output<typeof schemas2.riskFactor>>(true),
  expectSame<Client.RiskSuggestion, z.output<typeof schemas2.riskSuggestion>>(true),
  expectSame<Client.RuleConditions, z.output<typeof schemas3.ruleConditions>>(true),
  expectSame<Client.RuleScope, z.output<typeof schemas3.ruleScope>>(true),
  expectSame<Client.SafeToSpend, z.output<typeof schemas12.safeToSpend>>(true),
  expectSame<Client.ScheduleBody, z.input<typeof schemas8.scheduleBody>>(true),
  expectSame<Client.ScheduleWindow, z.output<typeof schemas8.scheduleWindow>>(true),
  expectSame<Client.SpendQuoteBody, z.input<typeof schemas8.spendQuoteBody>>(true),
  expectSame<Client.Spending, z.output<typeof schemas14.spending>>(true),
  expectSame<Client.Strategy, z.output<typeof schemas3.strategy>>(true),
  expectSame<Client.StrategyDetail, z.output<typeof schemas3.strategyDetail>>(true),
  expectSame<Client.StrategyHit, z.output<typeof schemas3.strategyHit>>(true),
  expectSame<Client.StrategyHitPage, z.output<typeof schemas3.strategyHitPage>>(true),
  expectSame<Client.StrategyList, z.output<typeof schemas3.strategyList>>(true),
  expectSame<Client.StrategyRule, z.output<typeof schemas3.strategyRule>>(true),
  expectSame<Client.StrategyStatusBody, z.input<typeof schemas3.strategyStatusBody>>(true),
  expectSame<Client.StrategyVersion, z.output<typeof schemas3.strategyVersion>>(true),
  expectSame<Client.TopUpAmount, z.output<typeof schemas6.topUpAmount>>(true),
  expectSame<Client.TopUpTrigger, z.output<typeof schemas6.topUpTrigger>>(true),
  expectSame<Client.TraceEntry, z.output<typeof schemas3.traceEntry>>(true),
  expectSame<Client.Unconverted, z.output<typeof schemas14.unconverted>>(true),
  expectSame<Client.UsedTag, z.output<typeof schemas7.usedTag>>(true),
  expectSame<Client.Wallet, z.output<typeof schemas18.wallet>>(true),
  expectSame<Client.Withdrawal, z.output<typeof schemas19.withdrawal>>(true),
  expectSame<Client.WithdrawalList, z.output<typeof schemas19.withdrawalList>>(true),
  expectSame<Client.WithdrawalQuote, z.output<typeof schemas19.withdrawalQuote>>(true),
  expectSame<Client.WithdrawalTerms, z.output<typeof schemas19.withdrawalTerms>>(true),
];
