import { myDataEndpoints } from "@tessera/contract/identity/my-data.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { cancelArchive } from "./cancel-archive.ts";
import { getArchive } from "./get-archive.ts";
import { listArchives } from "./list-archives.ts";
import { readArchiveFile } from "./read-archive-file.ts";
import { type ArchiveOwner, requestArchive } from "./request-archive.ts";

/** Low, because each archive reads everything stored about a customer. */
const REQUESTS = [
  { bucket: "archive-hour", max: 5, windowSeconds: 3_600, by: "customer" },
  { bucket: "archive-day", max: 10, windowSeconds: 86_400, by: "customer" },
] as const;
const DOWNLOADS = [
  { bucket: "archive-file", max: 20, windowSeconds: 3_600, by: "customer" },
] as const;

interface OwnersCall {
  readonly session: { readonly customerId: string; readonly username: string };
  readonly requestId: string;
}

function ownerOf({ session, requestId }: OwnersCall): ArchiveOwner {
  return { customerId: session.customerId, actor: session.username, requestId };
}

export function registerMyDataRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    myDataEndpoints.createArchive,
    (call) => {
      const { locale, idempotencyKey } = call;
      return requestArchive(context, { ...ownerOf(call), locale, idempotencyKey });
    },
    { limits: REQUESTS },
  );
  route(app, context, myDataEndpoints.listArchives, ({ session, query }) =>
    listArchives(context, { customerId: session.customerId, query }),
  );
  route(app, context, myDataEndpoints.getArchive, ({ session, params }) =>
    getArchive(context, session.customerId, parseId("arc", params.id)),
  );
  route(app, context, myDataEndpoints.cancelArchive, (call) =>
    cancelArchive(context, { ...ownerOf(call), id: parseId("arc", call.params.id) }),
  );
  route(
    app,
    context,
    myDataEndpoints.getArchiveFile,
    async (call) => {
      const id = parseId("arc", call.params.id);
      const { headers, body } = await readArchiveFile(context, { ...ownerOf(call), id });
      call.reply.headers(headers);
      return body;
    },
    { limits: DOWNLOADS },
  );
}
