import * as z from 'zod/mini'

type Component = { id: string; description?: string }

/** The schemas of responses that the document names. */
export const registry = z.registry<Component>()
/** The schemas of request bodies that the document names, and those they share with responses. */
export const formRegistry = z.registry<Component>()

/** Gives `schema` a name in the document. */
export const named = <T extends z.ZodMiniType>(id: string, schema: T, description?: string) =>
  register(registry, id, schema, description)

export const namedForm = <T extends z.ZodMiniType>(id: string, schema: T, description?: string) =>
  register(formRegistry, id, schema, description)

function register<T extends z.ZodMiniType>(
  components: typeof registry,
  id: string,
  schema: T,
  description: string | undefined,
): T {
  components.add(schema, { id, ...(description !== undefined && { description }) })
  return schema
}
