export { giveUpFiles, keepFile, keepsOutside, readKept, sweepFiles } from "./keep-file.ts";
export { startFiles } from "./start-files.ts";
export { takeFile } from "./take-file.ts";
