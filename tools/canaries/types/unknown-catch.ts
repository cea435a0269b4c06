// canary: TS18046
export function message(): string {
  try {
    return "";
  } catch (error) {
    return error.message;
  }
}
