interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

/** A policy of one name can be made once. */
const made = new Map<string, string>();

/**
 * A script's address in the shape in which the page's rules take one: from a policy that knows this
 * address alone. The server's headers name the policies that there may be.
 */
export function trustedScriptUrl(policy: string, url: string): string {
  const trusted = made.get(policy) ?? makeTrusted(policy, url);
  made.set(policy, trusted);
  return trusted;
}

function makeTrusted(policy: string, url: string): string {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory };
  return trustedTypes === undefined
    ? url
    : trustedTypes.createPolicy(policy, { createScriptURL: () => url }).createScriptURL("");
}
