export { giveUpFiles, keepFile, keepsOutside, readKept, sweepFiles } from "./keep-file.ts";
export { takeFile } from "./take-file.ts";
