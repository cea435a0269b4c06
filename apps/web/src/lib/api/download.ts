/** Long enough for a browser to begin reading what it was given. */
const KEPT_MS = 60_000;

/** Hands the reader a file that was made in the page. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
