/**
 * Increase this with every change to the sanitizer or its library. Texts from an older version are
 * then sanitized again.
 */
export const SANITIZER_VERSION = 3;
