const UUID = /^(?:(cus|card|mov)_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const LAST_DIGITS = /^[0-9]{4}$/;

/** What an operator's search text may mean; every interpretation that is present is tried. */
export interface CustomerSearch {
  /** The beginning of a username or an email, in lower case. */
  readonly begins?: string;
  /** The last four digits of a card. */
  readonly last4?: string;
  /** An id, and its kind if the text says so. */
  readonly id?: { readonly uuid: string; readonly of?: "cus" | "card" | "mov" };
}

/** Interprets a search text: an id has only one meaning, and four digits may also begin a name. */
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
