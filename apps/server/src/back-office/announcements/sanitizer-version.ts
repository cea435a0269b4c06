/**
 * Increase this number with every change to the sanitizer or its library, so that texts from older
 * versions are sanitized again.
 */
export const SANITIZER_VERSION = 3;
