export { registerMyDataRoutes } from "./my-data.routes.ts";
export { sealedArchives } from "./reseal-archives.ts";
export { startMyData } from "./start-my-data.ts";
export { writeArchive } from "./write-archive.ts";
export { writeDocument } from "./write-document.ts";
