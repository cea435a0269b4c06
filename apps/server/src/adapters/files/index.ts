export { createFileVault, type FileSealing } from "./file-vault.ts";
export { giveUpFiles, keepFile, keepsOutside, readKept } from "./keep-file.ts";
export { sweepFiles } from "./sweep-orphans.ts";
export { takeFile } from "./take-file.ts";
