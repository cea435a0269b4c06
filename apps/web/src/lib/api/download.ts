/** How long a file is kept, in milliseconds: long enough for a browser to start reading it. */
const KEPT_MS = 60_000;

/** Downloads a file that was created in the page. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
