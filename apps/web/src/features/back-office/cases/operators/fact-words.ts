import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Labels for case facts; an unknown fact is shown as its code. */
const FACTS: Readonly<Record<string, MessageDescriptor>> = {
  network: msg({ message: "Network", context: "fact" }),
  card_type: msg`Card type`,
  currency: msg`Currency`,
  usage: msg`Purpose`,
  nickname: msg`Nickname`,
  applications_today: msg`Applications in the last 24 hours`,
  applied_at: msg`Applied`,
  received: msg`Received`,
  expected_network: msg`Network of the deposit`,
  recovery_cost: msg`Recovery cost`,
  retracted_at: msg`Taken back`,
  owed: msg`Customer owes`,
  mined_again: msg`On the chain again`,
  transaction_hash: msg`Transaction`,
  confirmations: msg`Confirmations`,
  booked_on: msg({ message: "Booked", context: "fact" }),
  bank_reference: msg`Reference of the bank`,
  payer: msg`Payer`,
  payer_account: msg`Payer’s account`,
  remittance: msg`Payer’s message`,
  notes: msg`Unusual`,
  seen_at: msg`Detected`,
  address: msg`Address`,
  amount: msg`Amount`,
  fee: msg`Fee`,
  requested_at: msg`Requested`,
  total: msg`Charged to the account`,
  arrives: msg`Arrives`,
  address_label: msg`Address name`,
  address_proven: msg`Has received money before`,
  proved_with: msg`Confirmed with`,
  asked_at: msg({ message: "Requested", context: "reviews" }),
  customer_since: msg`Customer since`,
  current_email: msg`Current email`,
  new_email: msg`New email`,
  flagged: msg`Flagged`,
  security_changed_at: msg`Sign-in method last changed`,
  email_changed_at: msg`Email last changed`,
  reset_reason: msg`Reason, and how you verified it`,
  proposed_by: msg`Proposed by`,
  email: msg`Email`,
  authenticator: msg`Authenticator app`,
  passkeys: msg`Passkeys`,
  recovery_codes: msg`Recovery codes left`,
  last_sign_in: msg`Last sign-in`,
  merchant: msg`Merchant`,
  card: msg`Card`,
  held: msg({ message: "Held", context: "fact" }),
  expires_at: msg({ message: "Expires", context: "fact" }),
  hold_state: msg`Hold`,
};

export function factWords(name: string): MessageDescriptor | string {
  return FACTS[name] ?? name.replaceAll("_", " ");
}

/** Labels for values that are codes, keyed by the name of the fact. */
const VALUES: Readonly<Record<string, MessageDescriptor | string>> = {
  "network visa": "Visa",
  "network mastercard": "Mastercard",
  "network amex": "American Express",
  "network unionpay": "UnionPay",
  "network jcb": "JCB",
  "network discover": "Discover",
  "card_type premium": msg({ message: "Premium", context: "card" }),
  "card_type business": msg({ message: "Business", context: "card" }),
  "card_type standard": msg({ message: "Standard", context: "card" }),
  "authenticator yes": msg({ message: "Yes", context: "fact" }),
  "authenticator no": msg({ message: "No", context: "fact" }),
  "usage standard": msg`Any number of payments`,
  "usage single_use": msg`One payment`,
  "usage merchant_locked": msg`One merchant`,
  "notes underpaid": msg({ message: "Less than expected", context: "fact" }),
  "notes overpaid": msg({ message: "More than expected", context: "fact" }),
  "notes late": msg({ message: "Arrived after the deadline", context: "fact" }),
  "notes cancelled": msg({ message: "Arrived after it was canceled", context: "fact" }),
  "notes other_network": msg({ message: "On another network", context: "fact" }),
  "notes other_token": msg({ message: "In another token", context: "fact" }),
  "mined_again yes": msg({ message: "Yes", context: "fact" }),
  "mined_again no": msg({ message: "No", context: "fact" }),
  "notes extra": msg({ message: "Another payment to the same address", context: "fact" }),
  "address_proven yes": msg({ message: "Yes", context: "fact" }),
  "address_proven no": msg({ message: "No", context: "fact" }),
  "flagged yes": msg({ message: "Yes", context: "fact" }),
  "flagged no": msg({ message: "No", context: "fact" }),
  "hold_state ended": msg({ message: "Ended", context: "fact" }),
  "proved_with password": msg`Password`,
  "proved_with totp": msg`Authenticator app`,
  "proved_with passkey": msg`Passkey`,
  "proved_with recovery": msg`Recovery code`,
};

/** Returns the labels of a fact's values; values that are not codes are returned unchanged. */
export function valueWords(name: string, value: string): readonly (MessageDescriptor | string)[] {
  const values = name === "notes" ? value.split(", ") : [value];
  return values.map((one) => VALUES[`${name} ${one}`] ?? one);
}
