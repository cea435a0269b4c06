/** What a reader narrows the logs by. */
export const LOG_CATEGORIES = ["sign_in", "card", "money", "security", "rule", "support"] as const;
export type LogCategory = (typeof LOG_CATEGORIES)[number];

interface ActFacts {
  readonly category: Exclude<LogCategory, "support">;
  /** Whether the customer it is about reads it too; operators read everything. */
  readonly ownerReads: boolean;
}

const own = (category: ActFacts["category"]): ActFacts => ({ category, ownerReads: true });
const internal = (category: ActFacts["category"]): ActFacts => ({ category, ownerReads: false });

/**
 * Every act that is recorded, by the name it has on record for ever. What an operator did on a
 * customer's account is the category `support`, whatever the act. Payments are not among them:
 * the books tell of money, and the logs read it there.
 */
export const ACTS = {
  signed_in: own("sign_in"),
  sign_in_failed: own("sign_in"),
  sign_in_delayed: own("sign_in"),
  signed_out: own("sign_in"),
  second_factor_failed: own("sign_in"),
  sessions_ended: own("sign_in"),
  customer_opened: own("security"),
  "legal.accept": own("security"),
  password_changed: own("security"),
  password_reset: own("security"),
  username_changed: own("security"),
  email_change_asked: own("security"),
  email_change_ended: own("security"),
  email_changed: own("security"),
  email_restored: own("security"),
  proof_failed: own("security"),
  "factor.add": own("security"),
  "factor.remove": own("security"),
  "factor.rename": own("security"),
  "factor.recovery_codes": own("security"),
  "factor.reset": own("security"),
  "customer.suspended": own("security"),
  "customer.unsuspended": own("security"),
  "logs.exported": own("security"),
  "export.create": own("security"),
  "export.cancel": own("security"),
  "export.download": own("security"),
  "card.issue": own("card"),
  "card.reveal": own("card"),
  "card.freeze": own("card"),
  "card.unfreeze": own("card"),
  "card.schedule": own("card"),
  "card.label": own("card"),
  "card.limits": own("card"),
  "card.replace": own("card"),
  "card.close_asked": own("card"),
  "card.close": own("card"),
  "strategy.create": own("rule"),
  "strategy.revise": own("rule"),
  "strategy.status": own("rule"),
  "payment.allow": own("rule"),
  "payment.disallow": own("rule"),
  "review.decided": own("rule"),
  "customer.review_flag": internal("security"),
  "case.open": own("security"),
  "case.revise": internal("security"),
  "case.assign": internal("security"),
  "case.note": internal("security"),
  "case.ask": own("security"),
  "case.document": own("security"),
  "case.document_read": internal("security"),
  "case.answer": own("security"),
  "case.first_approval": internal("security"),
  "case.approve": own("security"),
  "case.reject": own("security"),
  "case.end": own("security"),
  "case.appeal": own("security"),
  "deposit.credited": internal("money"),
  "payout_address.add": own("security"),
  "payout_address.rename": own("security"),
  "payout_address.remove": own("security"),
  "withdrawal.create": own("security"),
  "withdrawal.cancel": own("security"),
  "withdrawal.ended": internal("money"),
  "security_hold.begin": own("security"),
  "security_hold.lift": own("security"),
  "announcement.published": internal("security"),
  "announcement.create": internal("security"),
  "announcement.change": internal("security"),
  "announcement.delete": internal("security"),
  "audit.exported": internal("security"),
  "support.reply": own("security"),
  "support.note": internal("security"),
  "support.assign": internal("security"),
  "support.status": internal("security"),
  "support.priority": internal("security"),
  "support.answer_create": internal("security"),
  "support.answer_change": internal("security"),
  "support.answer_delete": internal("security"),
  "operator.create": internal("security"),
  "keys.replaced": internal("security"),
  "backup.made": internal("security"),
  "backup.restored": internal("security"),
  "customer_data.exported": own("security"),
  "movements.exported": internal("security"),
  "segment.create": internal("card"),
  "segment.change": internal("card"),
  "segment.stock": internal("card"),
  "fees.publish": internal("money"),
  "fees.cancel": internal("money"),
  "settings.change": internal("security"),
  "account.stop": internal("money"),
  "account.stop_lift": internal("money"),
  "network.unknown_numbers": internal("security"),
  "network.match": internal("money"),
  "network.dismiss": internal("money"),
  "customer.viewed": internal("security"),
  "customer.noted": internal("security"),
  "correction.propose": internal("money"),
  "correction.revise": internal("money"),
  "correction.withdraw": internal("money"),
  "correction.approve": internal("money"),
  "correction.refuse": internal("money"),
} as const satisfies Readonly<Record<string, ActFacts>>;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as ActName[];

export function isActName(name: string): name is ActName {
  return Object.hasOwn(ACTS, name);
}
