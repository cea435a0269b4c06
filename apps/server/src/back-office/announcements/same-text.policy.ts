/** The parts of an announcement that an author writes. */
interface Written {
  readonly type: string;
  readonly audience: string;
  readonly is_draft: boolean;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly texts: readonly WrittenText[];
}

interface WrittenText {
  readonly locale: string;
  readonly title: string;
  readonly content_raw: string;
  readonly content_clean: string;
}

/**
 * Returns whether two texts are the same. Takes into account that a text that is read and then sent
 * back has been sanitized.
 */
export function isSameText(stored: WrittenText, next: WrittenText): boolean {
  return (
    stored.title === next.title &&
    (stored.content_raw === next.content_raw || stored.content_clean === next.content_raw)
  );
}

/** Returns whether replacing the stored announcement with `next` would change nothing. */
export function isSameWriting(stored: Written, next: Written): boolean {
  return (
    stored.type === next.type &&
    stored.audience === next.audience &&
    stored.is_draft === next.is_draft &&
    stored.starts_at?.getTime() === next.starts_at?.getTime() &&
    stored.ends_at?.getTime() === next.ends_at?.getTime() &&
    stored.texts.length === next.texts.length &&
    next.texts.every((text) =>
      stored.texts.some((other) => other.locale === text.locale && isSameText(other, text)),
    )
  );
}
