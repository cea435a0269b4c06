const UUID = /^(?:(cus|card|mov)_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const LAST_DIGITS = /^[0-9]{4}$/;

/** What an operator's text may lead by; all of them are tried that are there. */
export interface CustomerSearch {
  /** How a username or an email begins, in small letters. */
  readonly begins?: string;
  /** The last four digits of a card. */
  readonly last4?: string;
  /** An id, and what it is of where the text says so. */
  readonly id?: { readonly uuid: string; readonly of?: "cus" | "card" | "mov" };
}

/** Reads what was typed: an id leads nowhere else, and four digits may also begin a name. */
export function searchOf(text: string): CustomerSearch {
  const wanted = text.trim().toLowerCase();
  const [, of, uuid] = UUID.exec(wanted) ?? [];
  if (uuid !== undefined) {
    return { id: of === undefined ? { uuid } : { uuid, of: of as "cus" | "card" | "mov" } };
  }
  return {
    begins: wanted,
    ...(LAST_DIGITS.test(wanted) && { last4: wanted }),
  };
}
