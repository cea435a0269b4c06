import { hash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sign } from "aws4";

/** A test double for an object store that accepts only requests signed with its key. */
export interface S3Double {
  /** Settings that make Tessera use the double. */
  readonly env: Readonly<Record<string, string>>;
  /** The stored objects, by bucket and key. */
  readonly objects: Map<string, Buffer>;
  /**
   * The requests that were answered, with their status codes, such as `PUT files/documents/… 200`.
   */
  readonly answered: readonly string[];
  /** While true, every request gets a 500 response. */
  isDown: boolean;
  /** Keys of objects whose deletion fails with 403. */
  readonly undeletable: Set<string>;
  /** The delay before each response, in milliseconds. */
  delayMs: number;
  /** The number of requests that are waiting for their response. */
  waiting: number;
  close(): Promise<void>;
}

const CREDENTIALS = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG" };
const REGION = "eu-central-1";
const MAX_SKEW_MS = 300_000;

/**
 * Checks a request's Signature Version 4, using an implementation that is independent of the
 * client's.
 */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers, method, url } = request;
  const given = headers.authorization ?? "";
  const [, names = ""] = /SignedHeaders=([^,]+)/.exec(given) ?? [];
  const signed = Object.fromEntries(names.split(";").map((name) => [name, headers[name]]));
  const date = String(headers["x-amz-date"]).replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    "$1-$2-$3T$4:$5:$6Z",
  );
  const isFresh = Math.abs(Date.now() - Date.parse(date)) < MAX_SKEW_MS;
  const isBody = headers["x-amz-content-sha256"] === hash("sha256", body, "hex");
  const again = sign(
    {
      service: "s3",
      region: REGION,
      method: method ?? "",
      path: url ?? "",
      host: headers.host ?? "",
      headers: signed as Record<string, string>,
    },
    CREDENTIALS,
  );
  const expected = Object(again.headers).Authorization;
  const isComplete = ["host", "x-amz-date", "x-amz-content-sha256"].every((name) =>
    names.split(";").includes(name),
  );
  return isFresh && isBody && isComplete && expected === given;
}

/** Starts the double on a free port with one empty bucket. */
export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const answered: string[] = [];
  const double = { isDown: false, undeletable: new Set<string>(), delayMs: 0, waiting: 0 };

  function answerTo(request: IncomingMessage, body: Buffer): { status: number; body?: Buffer } {
    const [, bucket, ...rest] = (request.url ?? "").split("/");
    const key = `${bucket}/${rest.join("/")}`;
    if (double.isDown) {
      return { status: 500 };
    }
    if (!isSigned(request, body)) {
      return { status: 403, body: Buffer.from("<Code>SignatureDoesNotMatch</Code>") };
    }
    if (bucket !== "files") {
      return { status: 404, body: Buffer.from("<Code>NoSuchBucket</Code>") };
    }
    const found = objects.get(key);
    switch (request.method) {
      case "PUT":
        objects.set(key, body);
        return { status: 200 };
      case "GET":
        return found === undefined ? { status: 404 } : { status: 200, body: found };
      case "DELETE":
        if (double.undeletable.has(key)) {
          return { status: 403, body: Buffer.from("<Code>AccessDenied</Code>") };
        }
        objects.delete(key);
        return { status: 204 };
      default:
        return { status: 405 };
    }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(Buffer.from(chunk));
    }
    const answer = answerTo(request, Buffer.concat(chunks));
    double.waiting += 1;
    await sleep(double.delayMs);
    double.waiting -= 1;
    answered.push(`${request.method} ${(request.url ?? "").slice(1)} ${answer.status}`);
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : undefined;
  const env = {
    FILE_STORAGE: "s3",
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "files",
    S3_REGION: REGION,
    S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(double, { env, objects, answered, close });
}
