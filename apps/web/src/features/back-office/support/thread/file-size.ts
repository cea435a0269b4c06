const KB = 1_024;

/** Formats a file size, rounded up: `1.4 MB`, `312 KB`. */
export function fileSize(bytes: number): string {
  if (bytes < KB * KB) {
    return `${Math.max(1, Math.ceil(bytes / KB))} KB`;
  }
  const tenths = Math.ceil((bytes * 10) / (KB * KB));
  return `${Math.floor(tenths / 10)}.${tenths % 10} MB`;
}
