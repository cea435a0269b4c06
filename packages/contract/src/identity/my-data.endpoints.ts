import { endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { archivePage, archiveQuery, dataArchive } from "./my-data.schemas.ts";

const tag = "my-data";
const access = "session";

/** A customer can have only one archive waiting or being created at a time. */
export const createArchive = endpoint({
  method: "POST",
  path: "/api/my-data/archives",
  summary: "Request an archive of everything stored about the customer, created in the background",
  tag,
  access,
  idempotencyKey: "welcome",
  proof: true,
  success: { status: 201, body: dataArchive },
  errors: ["archive_in_progress"],
});

export const listArchives = endpoint({
  method: "GET",
  path: "/api/my-data/archives",
  summary: "The customer's archives, newest first",
  tag,
  access,
  query: archiveQuery,
  success: { status: 200, body: archivePage },
});

export const getArchive = endpoint({
  method: "GET",
  path: "/api/my-data/archives/:id",
  summary: "One archive: its progress and its file's size",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: dataArchive },
});

export const cancelArchive = endpoint({
  method: "POST",
  path: "/api/my-data/archives/:id/cancel",
  summary: "Cancel an archive that waits or is being created",
  tag,
  access,
  params: idParams,
  success: { status: 200, body: dataArchive },
  errors: ["archive_over"],
});

export const getArchiveFile = endpoint({
  method: "GET",
  path: "/api/my-data/archives/:id/file",
  summary: "The ZIP file of a completed archive, until it expires",
  tag,
  access,
  proof: true,
  params: idParams,
  success: { status: 200, body: null },
  errors: ["archive_not_ready", "archive_expired"],
});

export const myDataEndpoints = {
  createArchive,
  listArchives,
  getArchive,
  cancelArchive,
  getArchiveFile,
} as const;
