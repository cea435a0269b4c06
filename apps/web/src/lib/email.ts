/** Returns whether a text looks like a full email address, before the server validates it. */
export function isFullEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());
}
