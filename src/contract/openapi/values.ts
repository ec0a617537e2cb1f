import * as z from 'zod/mini'
import { Id as FormId } from '../forms/form.ts'
import { maxPage } from '../list-query.ts'
import { named } from './naming.ts'

export const Id = named('Id', FormId, 'Never used again once its resource is deleted.')
export const Timestamp = named('Timestamp', z.iso.datetime(), 'ISO 8601, UTC.')
export const Score = named('Score', z.int().check(z.gte(0), z.lte(100)))
export const Count = z.int().check(z.gte(0))
export const PageNumber = z.int().check(z.gte(1), z.lte(maxPage))
