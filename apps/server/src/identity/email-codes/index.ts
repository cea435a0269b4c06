export { takeMailQuota } from "./mail-quota.ts";
export { forgetCodes } from "./mailed-codes.repository.ts";
export { checkCode, issueCode } from "./mailed-codes.ts";
