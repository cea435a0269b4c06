const KILOBYTE = 1_024;

/** Formats a file size in whole kilobytes, or in megabytes with one decimal. */
export function fileSize(bytes: number, locale: string): string {
  const kilobytes = bytes / KILOBYTE;
  const isLarge = kilobytes >= KILOBYTE;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? kilobytes / KILOBYTE : Math.max(1, kilobytes));
}
