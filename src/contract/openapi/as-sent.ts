import * as z from 'zod/mini'
import { integer, lenientInteger, lenientNumber, type orNull } from '../lenient.ts'

/** Where a reader takes more than one type, what our service sends. */
const plain = new Map<z.ZodMiniType, z.ZodMiniType>([
  [integer, z.int()],
  [lenientInteger, z.int()],
  [lenientNumber, z.number()],
])

type Def = Record<string, unknown> & { type: string }
const defOf = (schema: z.ZodMiniType) => (schema._zod as unknown as { def: Def }).def

/**
 * What our service sends where the dashboard reads by `lenient`: every field that is not optional is there, of the one type
 * that the reader turns all others into, and no other field. Throws where a reader does not tell its type.
 */
export function asSent<T extends z.ZodMiniType>(lenient: T): z.ZodMiniType<z.output<T>> {
  return strict(lenient) as z.ZodMiniType<z.output<T>>
}

function strict(schema: z.ZodMiniType): z.ZodMiniType {
  const known = plain.get(schema)
  if (known) return known
  const def = defOf(schema)
  const inner = () => strict(def['innerType'] as z.ZodMiniType)
  switch (def.type) {
    case 'nullable':
      return z.nullable(inner())
    case 'optional':
      return z.optional(inner())
    case 'array':
      return z.array(strict(def['element'] as z.ZodMiniType))
    case 'union':
      return z.union((def['options'] as z.ZodMiniType[]).map(strict) as [z.ZodMiniType])
    case 'object':
      return strictObject(def as unknown as { shape: z.core.$ZodShape; catchall?: z.ZodMiniType })
    case 'pipe':
      return strictPipe(def as unknown as { in: z.ZodMiniType; out: z.ZodMiniType })
    case 'transform':
      return strictField(schema as Partial<ReturnType<typeof orNull>>)
    default:
      return schema
  }
}

const untold = 'What a reader makes of anything does not say what is sent: name it in the document.'

/** One that may be read as null is sent as null where there is nothing to say. */
function strictField({ reads, otherwise }: Partial<ReturnType<typeof orNull>>): z.ZodMiniType {
  if (!reads) throw new Error(untold)
  return otherwise === null ? z.nullable(strict(reads)) : strict(reads)
}

function strictObject({ shape, catchall }: { shape: z.core.$ZodShape; catchall?: z.ZodMiniType }): z.ZodMiniType {
  const fields = Object.entries(shape).map(([name, field]) => [name, strict(field as z.ZodMiniType)] as const)
  if (fields.length === 0 && catchall) return z.record(z.string(), strict(catchall))
  return z.strictObject(Object.fromEntries(fields))
}

function strictPipe({ in: before, out: after }: { in: z.ZodMiniType; out: z.ZodMiniType }): z.ZodMiniType {
  if (defOf(after).type !== 'transform') return strict(after)
  if (defOf(before).type === 'unknown') throw new Error(untold)
  return strict(before)
}
