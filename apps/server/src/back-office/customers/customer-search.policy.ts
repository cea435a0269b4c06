const UUID = /^(?:(cus|card|mov)_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const LAST_DIGITS = /^[0-9]{4}$/;

/** Possible interpretations of an operator's search text. The search tries each one that is set. */
export interface CustomerSearch {
  /** Beginning of a username or an email, in lowercase. */
  readonly begins?: string;
  /** Last four digits of a card. */
  readonly last4?: string;
  /** An id, with the type of object if the text specifies it. */
  readonly id?: { readonly uuid: string; readonly of?: "cus" | "card" | "mov" };
}

/**
 * Interprets a search text. An id has only one meaning, while four digits can also be the beginning
 * of a name.
 */
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
