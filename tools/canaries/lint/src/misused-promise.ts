// canary: noMisusedPromises
async function isFrozen(): Promise<boolean> {
  return false;
}

export function spend() {
  if (isFrozen()) {
    return "declined";
  }
  return "approved";
}
