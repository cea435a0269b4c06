export { takeMailQuota } from "./mail-quota.ts";
export { checkCode, issueCode } from "./mailed-codes.ts";
