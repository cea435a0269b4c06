import type { AppContext } from "../../platform/context.ts";
import type { FileStore } from "../file-store/file-store.ts";
import { createS3FileStore } from "../file-store/s3-file-store.ts";

/**
 * Returns the configured storage outside the database, or undefined if files are stored in their
 * rows.
 */
export function storeOf({ config }: Pick<AppContext, "config">): FileStore | undefined {
  const { s3 } = config.files;
  return s3 === undefined ? undefined : createS3FileStore(s3);
}
