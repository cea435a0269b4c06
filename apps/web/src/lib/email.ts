/** Returns whether text looks like a full email address; the server validates it later. */
export function isFullEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());
}
