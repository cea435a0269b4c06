export { spendCaptchaFor } from "./captcha.ts";
export { forgiveFailures } from "./sign-in-failures.ts";
