import * as z from 'zod'
import { readId } from '../lists/list-query.ts'
import { maxViews } from '../lists/views.ts'
import { maxBulkIds } from '../reports/bulk.ts'
import { Id } from '../values.ts'
import { because } from './form.ts'

/** A field that holds an ID in plain digits. */
export const idField = z
  .transform((text) => (typeof text === 'string' && text.trim() !== '' ? readId(text.trim()) : undefined))
  .pipe(Id)

/** A field of IDs, separated by commas. With `repeats`, repeated ones count once; otherwise they are refused. */
const idsField = (max: number, { repeats }: { repeats: boolean }) =>
  z
    .transform((text) => {
      const ids = (typeof text === 'string' ? text.split(',') : [])
        .map((part) => part.trim())
        .filter(Boolean)
        .map(readId)
      return repeats ? [...new Set(ids)] : ids
    })
    .pipe(
      z
        .array(Id)
        .min(1, because('required'))
        .refine((ids) => new Set(ids).size === ids.length, { error: 'duplicate', abort: true })
        .max(max, because('too_many')),
    )

/** Reports to delete. */
export const BulkDeleteForm = z.object({ ids: idsField(maxBulkIds, { repeats: true }) })

/** Every view, in the new order. */
export const ViewOrderForm = z.object({ ids: idsField(maxViews, { repeats: false }) })
