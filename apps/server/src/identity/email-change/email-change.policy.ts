/** How long a request waits for its code, of which others can be mailed meanwhile. */
const REQUEST_LIFETIME_MS = 3_600_000;

/** What is known of who asks for another email. */
export interface ChangeCircumstances {
  readonly isFlagged: boolean;
  /** Anything on an account or a card, held or owed. */
  readonly hasMoney: boolean;
  /** A card that is not closed. */
  readonly hasCard: boolean;
}

/** Why a change has to be looked at; none where it may be applied at once. */
export function changeReasons({ isFlagged, hasMoney, hasCard }: ChangeCircumstances): string[] {
  return [
    ...(isFlagged ? ["flagged"] : []),
    ...(hasMoney ? ["holds_money"] : []),
    ...(hasCard ? ["has_card"] : []),
  ];
}

/** Until when a request that is made now waits for its code. */
export function requestExpiry(now: Date): Date {
  return new Date(now.getTime() + REQUEST_LIFETIME_MS);
}

/** How an address is written where it is not its owner who reads: `a…z@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at);
  const end = name.length < 4 ? "" : name.slice(-1);
  return `${name.slice(0, 1)}…${end}${email.slice(at)}`;
}
