import { hash } from "node:crypto";
import { MAX_FILE_BYTES } from "@tessera/contract/files";
import { AwsClient } from "aws4fetch";
import type { S3Settings } from "../../platform/config/file-settings.ts";
import { readCappedBytes } from "../providers/read-capped.ts";
import { type FileStore, FileStoreError } from "./file-store.ts";

const TIMEOUT_MS = 20_000;
/** The largest file plus the overhead of encryption, which is less than 100 bytes. */
const MAX_ANSWER_BYTES = MAX_FILE_BYTES + 65_536;
/** Maximum number of characters to log from an error response. */
const MAX_REASON = 300;

/**
 * Creates a file store backed by an S3-compatible bucket, with path-style URLs and signed requests
 * (v4).
 */
export function createS3FileStore(settings: S3Settings, timeoutMs: number = TIMEOUT_MS): FileStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });

  async function send(method: "PUT" | "GET" | "DELETE", key: string, sealed?: Buffer) {
    const body = sealed === undefined ? undefined : Uint8Array.from(sealed);
    try {
      const answer = await client.fetch(`${endpoint}/${bucket}/${key}`, {
        method,
        // A request signed for one host must not be sent to another.
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          "x-amz-content-sha256": hash("sha256", body ?? "", "hex"),
          ...(body !== undefined && { "content-type": "application/octet-stream" }),
        },
        ...(body !== undefined && { body }),
      });
      const bytes = await readCappedBytes(
        answer,
        MAX_ANSWER_BYTES,
        (message) => new Error(`the bucket ${message}`),
      );
      return { status: answer.status, bytes };
    } catch (error) {
      throw new FileStoreError(`${method} ${key}: ${String(error)}`, error);
    }
  }

  function refused(method: string, key: string, status: number, bytes: Buffer): FileStoreError {
    const reason = bytes.toString("utf8").slice(0, MAX_REASON);
    return new FileStoreError(`${method} ${key} was answered ${status}: ${reason}`);
  }

  return {
    async put(key, sealed) {
      const { status, bytes } = await send("PUT", key, sealed);
      if (status !== 200) {
        throw refused("PUT", key, status, bytes);
      }
    },
    async get(key) {
      const { status, bytes } = await send("GET", key);
      if (status !== 200) {
        throw refused("GET", key, status, bytes);
      }
      return bytes;
    },
    async delete(key) {
      const { status, bytes } = await send("DELETE", key);
      if (status !== 204 && status !== 200 && status !== 404) {
        throw refused("DELETE", key, status, bytes);
      }
    },
  };
}
