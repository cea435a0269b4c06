/** How long a request waits for its code. Further codes can be mailed within this time. */
const REQUEST_LIFETIME_MS = 3_600_000;

/** The facts about a customer that decide whether an email change is reviewed. */
export interface ChangeCircumstances {
  readonly isFlagged: boolean;
  /** Whether there is money on an account or a card, held or owed. */
  readonly hasMoney: boolean;
  /** Whether a card is open. */
  readonly hasCard: boolean;
}

/** Returns why a change needs a review; empty if it may be applied at once. */
export function changeReasons({ isFlagged, hasMoney, hasCard }: ChangeCircumstances): string[] {
  return [
    ...(isFlagged ? ["flagged"] : []),
    ...(hasMoney ? ["holds_money"] : []),
    ...(hasCard ? ["has_card"] : []),
  ];
}

/** Returns until when a new request waits for its code. */
export function requestExpiry(now: Date): Date {
  return new Date(now.getTime() + REQUEST_LIFETIME_MS);
}

/** Masks an address for anybody but its owner: `a…z@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at);
  const end = name.length < 4 ? "" : name.slice(-1);
  return `${name.slice(0, 1)}…${end}${email.slice(at)}`;
}
