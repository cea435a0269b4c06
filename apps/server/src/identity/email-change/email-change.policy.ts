/** How long a request waits for its code. Until then, new codes can be mailed. */
const REQUEST_LIFETIME_MS = 3_600_000;

/** Facts about a customer that decide whether an email change needs a review. */
export interface ChangeCircumstances {
  readonly isFlagged: boolean;
  /** Whether there is money, including held money, in an account or on a card, or money is owed. */
  readonly hasMoney: boolean;
  /** Whether the customer has an open card. */
  readonly hasCard: boolean;
}

/** Returns the reasons why a change needs a review. Empty if it can be applied right away. */
export function changeReasons({ isFlagged, hasMoney, hasCard }: ChangeCircumstances): string[] {
  return [
    ...(isFlagged ? ["flagged"] : []),
    ...(hasMoney ? ["holds_money"] : []),
    ...(hasCard ? ["has_card"] : []),
  ];
}

/** Returns when a new request stops waiting for its code. */
export function requestExpiry(now: Date): Date {
  return new Date(now.getTime() + REQUEST_LIFETIME_MS);
}

/** Masks an address for everyone except its owner: `a…z@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at);
  const end = name.length < 4 ? "" : name.slice(-1);
  return `${name.slice(0, 1)}…${end}${email.slice(at)}`;
}
