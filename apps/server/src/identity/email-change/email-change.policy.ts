/**
 * How long a request waits for its code, in milliseconds. During this time, new codes can be
 * emailed.
 */
const REQUEST_LIFETIME_MS = 3_600_000;

/** Facts about a customer that decide whether an email change needs a review. */
export interface ChangeCircumstances {
  readonly isFlagged: boolean;
  /**
   * Whether an account or a card has money, including money on hold, or the customer owes money.
   */
  readonly hasMoney: boolean;
  /** Whether the customer has an open card. */
  readonly hasCard: boolean;
}

/**
 * Returns the reasons why a change needs a review, or an empty list if the change can take effect
 * right away.
 */
export function changeReasons({ isFlagged, hasMoney, hasCard }: ChangeCircumstances): string[] {
  return [
    ...(isFlagged ? ["flagged"] : []),
    ...(hasMoney ? ["holds_money"] : []),
    ...(hasCard ? ["has_card"] : []),
  ];
}

/** Returns the time until which a new request waits for its code. */
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
