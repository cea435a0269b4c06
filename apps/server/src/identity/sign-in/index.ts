export { forgetCaptchas } from "./captcha.repository.ts";
export { issueCaptcha, issueCaptchaProof, spendCaptcha } from "./captcha.ts";
export { completeSignIn } from "./complete-sign-in.ts";
export { signIn } from "./sign-in.ts";
export { forgetTries } from "./sign-in-failures.repository.ts";
export { forgiveFailures } from "./sign-in-failures.ts";
