import * as z from 'zod'
import { type Place, storedValue } from './browser-storage.ts'

/** A list stored as JSON under `name`, without the entries that don't match `schema`. */
export const storedEntries = <T>(place: Place, name: string, schema: z.ZodType<T>) =>
  storedValue<T[]>(
    place,
    name,
    z.array(schema.nullable().catch(null)).transform((entries) => entries.filter((entry) => entry !== null)),
    [],
  )
