/** A scanner's verdict on a file. */
export type ScanVerdict =
  | { readonly kind: "clean" }
  /** `signature` is the scanner's name for the virus that it found. */
  | { readonly kind: "infected"; readonly signature: string };

/** Scans files for viruses before they are accepted. */
export interface VirusScanner {
  /**
   * Scans a file.
   *
   * @throws ScanFailedError if there is no verdict, which never counts as clean
   */
  scan(bytes: Buffer): Promise<ScanVerdict>;
}

/** Thrown if the scanner is unreachable, too slow, or gave no verdict. */
export class ScanFailedError extends Error {
  constructor(why: string, cause?: unknown) {
    super(`the virus scanner gave no verdict: ${why}`, { cause });
    this.name = "ScanFailedError";
  }
}
