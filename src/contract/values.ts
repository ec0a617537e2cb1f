import * as z from 'zod'

export const maxId = Number.MAX_SAFE_INTEGER

/** Safety limit: the longest URL that is analysed, in its normal form. */
export const maxUrlLength = 2_048

/** In characters. */
export const maxCheckId = 60

/** Forms have the same ID, so its errors are field codes. */
export const Id = z
  .int({ error: ({ input }) => (input === undefined ? 'required' : 'invalid_id') })
  .min(1, 'invalid_id')
  .max(maxId, 'invalid_id')
  .meta({ id: 'Id', description: 'IDs are never reused.' })

export const Timestamp = z.iso.datetime().meta({ id: 'Timestamp', description: 'ISO 8601, UTC.' })
export const Score = z.int().min(0).max(100).meta({ id: 'Score' })
export const Count = z.int().min(0)
/** A score with decimals, such as an average. */
export const Points = z.number().min(0).max(100)
/** `gte`: there can be more than were counted. */
export const Relation = z.enum(['eq', 'gte'])
