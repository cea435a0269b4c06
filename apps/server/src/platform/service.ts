import type { AppContext, Service } from "./context.ts";

/** How a service is created, and which object owns its instances. */
interface ServiceOptions<T> {
  /**
   * Creates an instance on first use. It can use other services, but not the one that it creates.
   */
  readonly create: (context: AppContext) => T;
  /**
   * Returns the object that owns an instance; defaults to the context itself. With
   * `({ db }) => db`, contexts on the same database share one instance, which must not use anything
   * else from the context that created it.
   */
  readonly ownerOf?: (context: AppContext) => object;
}

/**
 * The only registry of service instances, keyed by owner. Instances are kept outside the contexts,
 * so that contexts can stay frozen.
 */
const instances = new WeakMap<object, Map<Service<unknown>, unknown>>();

/** The services that are currently being created. Creation is synchronous and can be nested. */
const creating: { readonly owner: object; readonly service: Service<unknown> }[] = [];

const itself = (context: AppContext): object => context;

/**
 * Defines a service: an object that a context creates on first use and then keeps, such as a cache,
 * a batcher or a registry of handlers. Access it with `context.use(service)`.
 *
 * @param name the name to use in error messages, such as `rates book`
 * @param given a function that creates an instance, or options if contexts share instances
 */
export function defineService<T>(
  name: string,
  given: ServiceOptions<T>["create"] | ServiceOptions<T>,
): Service<T> {
  const { create, ownerOf = itself }: ServiceOptions<T> =
    typeof given === "function" ? { create: given } : given;
  return Object.freeze({ name, create, ownerOf });
}

function instancesOf(owner: object): Map<Service<unknown>, unknown> {
  const found = instances.get(owner) ?? new Map<Service<unknown>, unknown>();
  instances.set(owner, found);
  return found;
}

/**
 * Returns the context's instance of a service, creating it on first use. Every context has this
 * function as its `use` method.
 *
 * @throws Error if the service needs itself during its creation. The message names all services in
 * the cycle.
 */
export function useService<T>(this: AppContext, service: Service<T>): T {
  const owner = service.ownerOf(this);
  const values = instances.get(owner);
  if (values?.has(service) === true) {
    // Only `create` and `replaceService` store values, and both store a `T` under a `Service<T>`.
    return values.get(service) as T;
  }
  return createFor(this, owner, service);
}

function createFor<T>(context: AppContext, owner: object, service: Service<T>): T {
  const isSame = (other: (typeof creating)[number]) =>
    other.owner === owner && other.service === service;
  const first = creating.findIndex(isSame);
  creating.push({ owner, service });
  try {
    if (first !== -1) {
      const cycle = creating.slice(first).map((one) => one.service.name);
      throw new Error(`a service needs itself to be created: ${cycle.join(" → ")}`);
    }
    const created = service.create(context);
    instancesOf(owner).set(service, created);
    return created;
  } finally {
    creating.pop();
  }
}

/**
 * Replaces a context's instance of a service, whether or not it was used before. Other services
 * that hold the previous instance keep it.
 */
export function replaceService<T>(context: AppContext, service: Service<T>, value: T): void {
  instancesOf(service.ownerOf(context)).set(service, value);
}
