/** Quickly rules out text that cannot contain an invisible character, which is most text. */
const SUSPECT = new RegExp(
  [
    "[\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f",
    "\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb]",
    // High surrogates of characters outside the Basic Multilingual Plane.
    "|[\\ud82f\\ud834\\udb40-\\udb43]",
  ].join(""),
);

/** Scripts that use zero-width joiners or non-joiners, such as those for Persian and Hindi. */
const JOINED = "Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr"
  .split(" ")
  .map((script) => `\\p{scx=${script}}`)
  .join("");
const EMOJI = "\\p{Extended_Pictographic}";

/**
 * Matches sequences that need an invisible character, captured in the first group, and otherwise
 * any invisible character.
 */
const PARTS = new RegExp(
  [
    // An emoji with its skin tone and presentation, joined to the next emoji.
    `(${EMOJI}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]?(?:\\u200d(?=${EMOJI}))?`,
    // A keycap emoji.
    "[0-9#*]\\ufe0f(?=\\u20e3)",
    `[${JOINED}][\\u200c\\u200d](?=[${JOINED}])`,
    // A variant of a Chinese or Japanese character, as in some personal names.
    "\\p{Ideographic}[\\u{e0100}-\\u{e01ef}])",
    "[\\p{Default_Ignorable_Code_Point}\\x7f-\\x9f\\u2800\\ufff9-\\ufffb]",
  ].join("|"),
  "gu",
);

/**
 * Removes every invisible character, and every character that changes the direction of text, except
 * where a script or an emoji needs it. Keeps line breaks and tabs.
 */
export function visibleText(text: string): string {
  return SUSPECT.test(text) ? text.replace(PARTS, (_part, kept?: string) => kept ?? "") : text;
}
