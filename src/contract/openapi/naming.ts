import * as z from 'zod/mini'

/** The schemas that the document has under a name of their own. */
export const registry = z.registry<{ id: string; description?: string }>()

export function named<T extends z.ZodMiniType>(id: string, schema: T, description?: string): T {
  registry.add(schema, { id, ...(description !== undefined && { description }) })
  return schema
}
