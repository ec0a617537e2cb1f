import * as z from 'zod/mini'
import { attempt } from './attempt.ts'

/** What the storage of the browser holds under a name, as `schema` reads it; undefined if it holds anything else. */
export const readStored = <T>(storage: () => Storage, name: string, schema: z.ZodMiniType<T>): T | undefined =>
  attempt(() => z.parse(schema, JSON.parse(storage().getItem(name) ?? '')))
