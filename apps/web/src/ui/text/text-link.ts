const TEXT_LINK =
  "inline-flex min-h-11 min-w-11 items-center font-medium text-accent-ink hover:underline underline-offset-4";

/** Style of a link at the end of a row or after a sentence: accent color, 44 px high. */
export const textLinkClass = `${TEXT_LINK} justify-end`;

/** Style of a link at the start of a line, below the text that it is aligned with. */
export const startLinkClass = TEXT_LINK;

/** Style of a link within running text. */
export const inlineLinkClass = "font-medium text-accent-ink hover:underline underline-offset-4";
