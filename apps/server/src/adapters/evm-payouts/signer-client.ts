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
  type SignedAnswer,
  type StatusAnswer,
  signAnswer,
  signedAnswer,
  statusAnswer,
  writeMessage,
} from "@tessera/payout-signing";
import type * as z from "zod/mini";
import { ProviderError } from "../providers/provider-error.ts";

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;
/** Metrics are read within four seconds. */
const STATUS_TIMEOUT_MS = 2_000;

/** Asks the signer. After an error, it is unknown whether it has signed; a retry is safe. */
export interface SignerClient {
  /**
   * Asks for the signature of a payout's transaction.
   *
   * @param approval as it was made when the order was accepted
   * @throws ProviderError if there was no answer with the signer's MAC
   */
  sign(instruction: PayoutInstruction, approval: string, fees: Fees): Promise<SignAnswer>;
  /**
   * Asks which wallet's key the signer has, and how much of its ceilings is used.
   *
   * @throws ProviderError if there was no answer with the signer's MAC
   */
  status(): Promise<StatusAnswer>;
  /**
   * Asks for everything that was signed for a payout.
   *
   * @throws ProviderError if there was no answer with the signer's MAC
   */
  signedFor(id: string): Promise<SignedAnswer["signed"]>;
}

interface Reply {
  readonly status: number | undefined;
  readonly mac: unknown;
  readonly text: string;
}

interface Posted {
  readonly path: "/sign" | "/question";
  readonly body: string;
  readonly mac: string;
  readonly timeoutMs: number;
}

function post(socketPath: string, { path, body, mac, timeoutMs }: Posted): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ProviderError("the signer did not answer"));
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      [MAC_HEADER]: mac,
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { socketPath, path, method: "POST", headers, signal, agent: false };
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

type Message = Parameters<typeof writeMessage>[0];

interface Asked<S> {
  readonly path: Posted["path"];
  readonly message: (requestId: string) => Message;
  readonly shape: S;
  readonly timeoutMs?: number;
}

/** Creates a client of the signer at a Unix socket. Both prove that they have the shared key. */
export function createSignerClient(socket: string, keys: LinkKeys): SignerClient {
  async function ask<S extends z.ZodMiniType>(asked: Asked<S>): Promise<z.infer<S>> {
    const { path, message, shape, timeoutMs = TIMEOUT_MS } = asked;
    const body = writeMessage(message(randomBytes(16).toString("hex")));
    const posted = { path, body, mac: requestMac(keys, body), timeoutMs };
    const { status, mac, text } = await post(socket, posted);
    if (status !== 200 || !isMac(mac, answerMac(keys, body, text))) {
      throw new ProviderError(`no authentic answer of the signer (status ${status})`);
    }
    const read = shape.safeParse(JSON.parse(text));
    if (!read.success) {
      throw new ProviderError("the signer's answer was not understood");
    }
    return read.data;
  }

  return {
    sign: (instruction, approval, fees) =>
      ask({
        path: "/sign",
        message: (requestId) => ({ requestId, instruction, approval, fees }),
        shape: signAnswer,
      }),
    status: () =>
      ask({
        path: "/question",
        message: (requestId) => ({ requestId, question: "status" }),
        shape: statusAnswer,
        timeoutMs: STATUS_TIMEOUT_MS,
      }),
    async signedFor(id) {
      const answer = await ask({
        path: "/question",
        message: (requestId) => ({ requestId, question: "signed", id }),
        shape: signedAnswer,
      });
      return answer.signed;
    },
  };
}
