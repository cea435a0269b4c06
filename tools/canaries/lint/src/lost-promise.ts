// canary: noFloatingPromises
async function send(): Promise<void> {}

export function register() {
  send();
}
