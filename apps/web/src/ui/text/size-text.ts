const KILOBYTE = 1_024;

/** Formats a file size with its unit, such as `12 KB`. */
export function sizeText(bytes: number): string {
  if (bytes < KILOBYTE) {
    return `${bytes} B`;
  }
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE
    ? `${Math.round(kilobytes)} KB`
    : `${Math.round((kilobytes / KILOBYTE) * 10) / 10} MB`;
}
