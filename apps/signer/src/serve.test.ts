import { chmodSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import {
  answerMac,
  type LinkKeys,
  MAC_HEADER,
  requestMac,
  signedAnswer,
  statusAnswer,
  writeMessage,
} from "@tessera/payout-signing";
import { expect, test } from "vitest";
import { serve } from "./serve.ts";
import { newRequest, newSignerFolder, openSigner, TEST_TOKEN } from "./signer.fixtures.ts";
import { readWalletKey } from "./wallet-key.ts";

function ask(socketPath: string, body: string, mac: string, at: "/sign" | "/question" = "/sign") {
  return new Promise<{ status: number | undefined; mac: unknown; text: string }>(
    (resolve, reject) => {
      const headers = { [MAC_HEADER]: mac, "content-length": Buffer.byteLength(body) };
      const options = { socketPath, path: at, method: "POST", headers, agent: false };
      const asked = request(options, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.once("end", () =>
          resolve({ status: response.statusCode, mac: response.headers[MAC_HEADER], text }),
        );
      });
      asked.once("error", reject);
      asked.end(body);
    },
  );
}

async function listening() {
  const folder = newSignerFolder();
  const parts = openSigner(folder);
  const socket = path.join(folder, "signer.sock");
  const logged: string[] = [];
  const options = {
    socket,
    log: (...line: unknown[]) => void logged.push(JSON.stringify(line)),
    onFailure: (error: unknown) => void logged.push(String(error)),
  };
  const server = await serve(parts, options);
  return { folder, parts, socket, server, logged, options };
}

const hexOf = (keys: LinkKeys) => Object.values(keys).map((key: Buffer) => key.toString("hex"));

test("signer: answers the server alone, proves itself, and logs no key or signature", async () => {
  const { folder, parts, socket, server, logged } = await listening();
  const body = writeMessage(newRequest(parts));
  const others = openSigner(newSignerFolder()).keys;
  expect(await ask(socket, body, requestMac(others, body))).toMatchObject({
    status: 401,
    text: "",
  });
  expect(await ask(socket, body, "")).toMatchObject({ status: 401 });
  expect(await ask(socket, "{}", requestMac(parts.keys, "{}"))).toMatchObject({ status: 400 });
  const long = "x".repeat(20_000);
  expect(await ask(socket, long, requestMac(parts.keys, long))).toMatchObject({ status: 413 });
  expect(readFileSync(path.join(folder, "signed.jsonl"), "utf8")).toBe("");

  const answer = await ask(socket, body, requestMac(parts.keys, body));
  expect(answer).toMatchObject({ status: 200, mac: answerMac(parts.keys, body, answer.text) });
  const other = writeMessage(newRequest(parts));
  expect(answer.mac).not.toBe(answerMac(parts.keys, other, answer.text));

  const secret = readFileSync(path.join(folder, "wallet.key"), "utf8").trim();
  const { signature } = JSON.parse(answer.text) as { signature: { r: string } };
  for (const hidden of [secret, signature.r, ...hexOf(parts.keys)]) {
    expect(logged.join("\n")).not.toContain(hidden);
  }
  server.close();
});

test("signer: a second process cannot take the socket of a running one", async () => {
  const { parts, server, options } = await listening();
  await expect(serve(parts, options)).rejects.toThrow("another signer listens");
  server.close();
});

test("signer: refuses a key file that others may read, without showing it", () => {
  const folder = newSignerFolder();
  const file = path.join(folder, "wallet.key");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o640);
  expect(() => readWalletKey(file)).toThrow("run chmod 600");
  const link = path.join(folder, "link.key");
  chmodSync(link, 0o644);
  chmodSync(file, 0o600);
  expect(() => openSigner(folder)).toThrow("can be read by every user");
});

test("signer: says how much of a day's ceiling is used, to the server alone", async () => {
  const { parts, socket, server } = await listening();
  const question = { requestId: "0".repeat(32), question: "status" } as const;
  const body = writeMessage(question);
  expect(await ask(socket, body, "", "/question")).toMatchObject({ status: 401, text: "" });
  // A question is no request for a signature, and the other way round.
  const mac = requestMac(parts.keys, body);
  expect(await ask(socket, body, mac)).toMatchObject({ status: 400 });
  const signing = writeMessage(newRequest(parts));
  const other = await ask(socket, signing, requestMac(parts.keys, signing), "/question");
  expect(other).toMatchObject({ status: 400 });

  const used = async () => {
    const { status, mac: given, text } = await ask(socket, body, mac, "/question");
    expect({ status, given }).toEqual({ status: 200, given: answerMac(parts.keys, body, text) });
    return statusAnswer.parse(JSON.parse(text));
  };
  const token = { chainId: 1, token: TEST_TOKEN, maxPerDayRaw: 1_200_000_000n };
  expect(await used()).toEqual({
    wallet: parts.key.address,
    tokens: [{ ...token, signedInDayRaw: 0n }],
  });
  await ask(socket, signing, requestMac(parts.keys, signing));
  expect((await used()).tokens).toEqual([{ ...token, signedInDayRaw: 100_000_000n }]);
  server.close();
});

test("signer: says what it has signed for an id", async () => {
  const { parts, socket, server } = await listening();
  const request = newRequest(parts);
  const { id } = request.instruction;
  const signedFor = async () => {
    const body = writeMessage({ requestId: "0".repeat(32), question: "signed", id });
    const { text } = await ask(socket, body, requestMac(parts.keys, body), "/question");
    return signedAnswer.parse(JSON.parse(text)).signed;
  };
  expect(await signedFor()).toEqual([]);
  const body = writeMessage(request);
  const { text } = await ask(socket, body, requestMac(parts.keys, body));
  const { signature } = JSON.parse(text) as { signature: object };
  expect(await signedFor()).toEqual([{ fees: request.fees, signature }]);
  server.close();
});
