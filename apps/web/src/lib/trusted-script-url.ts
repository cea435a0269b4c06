interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

/** Policies created so far. Recorded because a policy name can be used only once. */
const made = new Map<string, string>();

/**
 * Returns a script's URL as a Trusted Type, from a policy that allows only this URL. The server's
 * headers list the policies that may exist.
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
