/**
 * Reads a response's body, and stops if the body exceeds a maximum size.
 *
 * @param maxBytes maximum size of the body
 * @param refuse creates the error for a longer body
 * @throws the error that `refuse` creates
 */
export async function readCappedBytes(
  response: Response,
  maxBytes: number,
  refuse: (message: string) => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw refuse(`sent more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a response's body as UTF-8, and stops if the body exceeds a maximum size.
 *
 * @throws the error that `refuse` creates, and a TypeError for invalid UTF-8
 */
export async function readCapped(
  response: Response,
  maxBytes: number,
  refuse: (message: string) => Error,
): Promise<string> {
  const bytes = await readCappedBytes(response, maxBytes, refuse);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
