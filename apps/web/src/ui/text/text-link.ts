/** Style of a link in a row or after a sentence: accent color, 44 px high. */
export const textLinkClass =
  "inline-flex min-h-11 min-w-11 items-center justify-end font-medium text-accent-ink hover:underline underline-offset-4";

/** Style of a link within running text. */
export const inlineLinkClass = "font-medium text-accent-ink hover:underline underline-offset-4";
