export { writeArchive } from "./write-archive.ts";
export { writeDocument } from "./write-document.ts";
