import { entry } from "./catalog-entry.ts";

/** Errors about the legal texts and their acceptance. */
export const LEGAL_ERRORS = {
  acceptance_required: entry(
    409,
    "Our legal texts have changed. Accept the new version first, then try again.",
    "法律文件已更新，请先接受新版本后再试",
    "法律文件已更新，請先接受新版本後再試",
  ),
  legal_version_not_in_force: entry(
    409,
    "This version isn’t in force. Nothing was recorded. Read and accept the current one.",
    "该版本并非现行版本，未作记录，请阅读并接受现行版本",
    "此版本並非現行版本，未作記錄，請閱讀並接受現行版本",
  ),
} as const;
