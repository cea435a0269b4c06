import type { AppContext } from "../../platform/context.ts";
import { listPeopleInDirectory } from "./list-people-in-directory.ts";

/** Completes the directory of names immediately, and then every hour. */
export async function startPeople(context: AppContext): Promise<void> {
  await listPeopleInDirectory(context);
  context.jobs.hourly("directory", () => listPeopleInDirectory(context));
}
