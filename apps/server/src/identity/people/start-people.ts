import type { AppContext } from "../../platform/context.ts";
import { listPeopleInDirectory } from "./list-people-in-directory.ts";
import { releaseNamesOfNobody } from "./release-names-of-nobody.ts";

/**
 * Completes the directory of names immediately, and then every hour. Every hour also releases names
 * of people who do not exist.
 */
export async function startPeople(context: AppContext): Promise<void> {
  await listPeopleInDirectory(context);
  context.jobs.hourly("directory", async () => {
    await listPeopleInDirectory(context);
    await releaseNamesOfNobody(context);
  });
}
