/**
 * Increase it with every change of the sanitizer or its library: texts of an older version are
 * sanitized again.
 */
export const SANITIZER_VERSION = 3;
