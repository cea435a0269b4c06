import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import type { ApiAnswer } from "./api-answer.ts";
import { parseForm } from "./form-body.ts";
import { type LibraryCall, libraryCalls, libraryHeaders } from "./library-calls.ts";
import { complaintsAbout } from "./parameter-shapes.ts";
import { answerRequest } from "./stripe-api.ts";
import { StripeWorld } from "./stripe-objects.ts";

/** A test double for Stripe's API, over HTTP. */
export interface StripeDouble {
  /** The value for `STRIPE_API_URL`. */
  readonly url: string;
  readonly world: StripeWorld;
  /** Requests that the installed library could not have sent. Any entry is a test failure. */
  readonly violations: readonly string[];
  /** All requests received, such as `POST /v1/issuing/cards`. */
  readonly requests: readonly string[];
  /**
   * Executes the next `count` requests of one type, such as `POST /v1/issuing/cards`, and drops
   * their responses.
   */
  loseAnswers(count: number, to: string): void;
  /**
   * Holds back the response to the next request of one type until the returned function is called.
   */
  holdAnswer(to: string): () => void;
  /** Sets whether every request fails with a 500 without being executed. */
  breakDown(isDown: boolean): void;
  close(): Promise<void>;
}

interface Kept {
  readonly request: string;
  readonly answer: ApiAnswer;
}

/** Starts a double that accepts exactly the calls that the installed library can make. */
export async function startStripeDouble(secretKey: string): Promise<StripeDouble> {
  const calls = libraryCalls();
  const headers = libraryHeaders();
  const world = new StripeWorld();
  const violations: string[] = [];
  const requests: string[] = [];
  const kept = new Map<string, Kept>();
  const faults = { lost: 0, lostTo: "", isDown: false };
  const held = new Map<string, Promise<void>>();
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.all("/*", async (request, reply) => {
    requests.push(`${request.method} ${request.url}`);
    const complaints = judge(request, { calls, headers, secretKey });
    violations.push(...complaints);
    if (complaints.length > 0) {
      const [message] = complaints;
      return reply.code(400).send({ error: { type: "invalid_request_error", message } });
    }
    if (faults.isDown) {
      return reply.code(500).send({ error: { type: "api_error", message: "down" } });
    }
    const answer = answerOnce(world, kept, request);
    const name = `${request.method} ${request.url}`;
    const letGo = held.get(name);
    held.delete(name);
    await letGo;
    if (faults.lost > 0 && name === faults.lostTo) {
      faults.lost -= 1;
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    return give(reply, answer);
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    world,
    violations,
    requests,
    loseAnswers: (count, to) => {
      Object.assign(faults, { lost: count, lostTo: to });
    },
    holdAnswer: (to) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(to, promise);
      return resolve;
    },
    breakDown: (isDown) => {
      faults.isDown = isDown;
    },
    close: () => app.close(),
  };
}

function give(reply: FastifyReply, { status, body }: ApiAnswer): FastifyReply {
  return reply.code(status).header("request-id", "req_double").send(body);
}

interface Allowed {
  readonly calls: readonly LibraryCall[];
  readonly headers: ReadonlySet<string>;
  readonly secretKey: string;
}

/** Lists the parts of a request that the installed library could not have sent. */
function judge(request: FastifyRequest, { calls, headers, secretKey }: Allowed): string[] {
  const [path = "", query = ""] = request.url.split("?");
  const name = `${request.method} ${path}`;
  const call = calls.find((one) => one.method === request.method && one.pattern.test(path));
  if (call === undefined) {
    return [`${name} is no call of the library`];
  }
  const unknown = Object.keys(request.headers).filter((header) => !headers.has(header));
  const isCreate = request.method === "POST" && !path.includes("_", path.lastIndexOf("/"));
  return [
    ...unknown.map((header) => `${name} has the header ${header}`),
    ...(request.headers.authorization === `Bearer ${secretKey}` ? [] : [`${name} has no key`]),
    ...(isCreate && request.headers["idempotency-key"] === undefined
      ? [`${name} creates without an Idempotency-Key`]
      : []),
    ...complaintsAbout(call.parameters, parseForm(formOf(request, query)), name),
  ];
}

function formOf(request: FastifyRequest, query: string): string {
  return typeof request.body === "string" ? request.body : query;
}

/**
 * Returns the same response for the same idempotency key. Rejects a key that is reused with other
 * parameters.
 */
function answerOnce(
  world: StripeWorld,
  kept: Map<string, Kept>,
  request: FastifyRequest,
): ApiAnswer {
  const [path = "", query = ""] = request.url.split("?");
  const form = formOf(request, query);
  const asked = `${request.method} ${path} ${form}`;
  const key = String(request.headers["idempotency-key"] ?? "");
  const earlier = kept.get(key);
  if (earlier !== undefined) {
    const error = { type: "idempotency_error", message: "Keys are for the same parameters" };
    return earlier.request === asked ? earlier.answer : { status: 400, body: { error } };
  }
  const parameters = Object(parseForm(form));
  const answer = answerRequest(world, { method: request.method, path, parameters });
  if (key !== "") {
    kept.set(key, { request: asked, answer: structuredClone(answer) });
  }
  return answer;
}
