import { MAX_FILE_BYTES } from "@tessera/contract/files";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { answerProblem, refusalOf } from "../http/error-answers.ts";
import { Refusal } from "../http/refusal.ts";
import { mediaTypeOf } from "./file-headers.ts";

/**
 * Declares a route whose body is a file. Only this route reads file bodies, and it does not parse
 * them.
 */
export function routeFile(
  app: FastifyInstance,
  route: RouteOptions,
  maxBytes: number = MAX_FILE_BYTES,
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (request, body: Buffer, parsed) => {
      request.rawBody = body;
      parsed(null);
    });
    scope.route({
      ...route,
      config: { ...route.config, isUpload: true },
      bodyLimit: maxBytes,
      errorHandler: (error, request, reply) => {
        const isTooLarge = refusalOf(error).code === "payload_too_large";
        answerProblem(isTooLarge ? new Refusal("file_too_large") : error, request, reply);
      },
    });
    done();
  });
}

/** Returns the received bytes and the media type claimed by the sender. The bytes can be empty. */
export function fileOf(request: FastifyRequest): {
  readonly bytes: Buffer;
  readonly mediaType: string;
} {
  return {
    bytes: request.rawBody ?? Buffer.alloc(0),
    mediaType: mediaTypeOf(request.headers["content-type"]),
  };
}
