import * as z from 'zod/mini'
import { maxId, readId } from '../lists/list-query.ts'
import { maxViews } from '../lists/views.ts'
import { maxBulkIds } from '../reports/bulk.ts'
import { because } from './form.ts'

/** Registered as `Id` in the OpenAPI document. */
export const Id = z
  .int({ error: ({ input }) => (input === undefined ? 'required' : 'invalid_id') })
  .check(z.gte(1, because('invalid_id')), z.lte(maxId, because('invalid_id')))

/** A field that holds an ID in plain digits. */
export const idField = z.pipe(
  z.transform((text) => (typeof text === 'string' && text.trim() !== '' ? readId(text.trim()) : undefined)),
  Id,
)

/** A field of IDs, separated by commas. With `repeats`, repeated ones count once; otherwise they are refused. */
const idsField = (max: number, { repeats }: { repeats: boolean }) =>
  z.pipe(
    z.transform((text) => {
      const ids = (typeof text === 'string' ? text.split(',') : [])
        .map((part) => part.trim())
        .filter(Boolean)
        .map(readId)
      return repeats ? [...new Set(ids)] : ids
    }),
    z.array(Id).check(
      z.minLength(1, because('required')),
      z.refine((ids) => new Set(ids).size === ids.length, { error: 'duplicate', abort: true }),
      z.maxLength(max, because('too_many')),
    ),
  )

/** Reports to delete. */
export const BulkDeleteForm = z.object({ ids: idsField(maxBulkIds, { repeats: true }) })

/** Every view, in the new order. */
export const ViewOrderForm = z.object({ ids: idsField(maxViews, { repeats: false }) })
