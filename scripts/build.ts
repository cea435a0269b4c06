// Builds the only part of a release that is neither source code nor a package: the console.
import { buildWeb } from "./web-build.ts";

try {
  console.log("Building the console ...");
  await buildWeb();
  console.log("Built. npm ci --omit=dev now leaves out what only building and testing need.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
