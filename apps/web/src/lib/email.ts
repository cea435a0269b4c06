/** Whether a text may be a full address, before the server is asked. */
export function isFullEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());
}
