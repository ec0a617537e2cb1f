import * as z from 'zod/mini'
import { orNull } from '#contract/responses/lenient.ts'
import { type Place, storedValue } from './browser-storage.ts'

/** A list stored as JSON under `name`, without the entries that don't match `schema`. */
export const storedEntries = <T>(place: Place, name: string, schema: z.ZodMiniType<T>) =>
  storedValue<T[]>(
    place,
    name,
    z.pipe(
      z.array(orNull(schema)),
      z.transform((entries) => entries.filter((entry) => entry !== null)),
    ),
    [],
  )
