import { randomBytes } from "node:crypto";
import { request } from "node:http";
import {
  answerMac,
  type Fees,
  isMac,
  type LinkKeys,
  MAC_HEADER,
  type PayoutInstruction,
  requestMac,
  type SignAnswer,
  signAnswer,
  writeMessage,
} from "@tessera/payout-signing";
import { ProviderError } from "../providers/provider-error.ts";

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/** Asks the signer. After an error, it is unknown whether it has signed; a retry is safe. */
export interface SignerClient {
  /**
   * Asks for the signature of a payout's transaction.
   *
   * @param approval as it was made when the order was accepted
   * @throws ProviderError if there was no answer with the signer's MAC
   */
  sign(instruction: PayoutInstruction, approval: string, fees: Fees): Promise<SignAnswer>;
}

interface Reply {
  readonly status: number | undefined;
  readonly mac: unknown;
  readonly text: string;
}

function post(socketPath: string, body: string, mac: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ProviderError("the signer did not answer"));
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      [MAC_HEADER]: mac,
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { socketPath, path: "/sign", method: "POST", headers, signal, agent: false };
    const asked = request(options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > MAX_BYTES) {
          asked.destroy();
        }
      });
      response.once("error", fail);
      response.once("close", () => (response.complete ? undefined : fail()));
      response.once("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode, mac: response.headers[MAC_HEADER], text });
      });
    });
    asked.once("error", fail);
    asked.end(body);
  });
}

/** Creates a client of the signer at a Unix socket. Both prove that they have the shared key. */
export function createSignerClient(socket: string, keys: LinkKeys): SignerClient {
  return {
    async sign(instruction, approval, fees) {
      const body = writeMessage({
        requestId: randomBytes(16).toString("hex"),
        instruction,
        approval,
        fees,
      });
      const { status, mac, text } = await post(socket, body, requestMac(keys, body));
      if (status !== 200 || !isMac(mac, answerMac(keys, body, text))) {
        throw new ProviderError(`no authentic answer of the signer (status ${status})`);
      }
      const read = signAnswer.safeParse(JSON.parse(text));
      if (!read.success) {
        throw new ProviderError("the signer's answer was not understood");
      }
      return read.data;
    },
  };
}
