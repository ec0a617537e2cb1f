import * as z from 'zod'
import { importances } from '../reports/analysis.ts'
import { Count, Id, Timestamp } from '../values.ts'

/** In Unicode code points. */
export const maxClientName = 100
export const maxClientContact = 200
export const maxClientNotes = 2_000
export const maxClients = 2_000

/** A group of websites, such as those of a customer. A website belongs to one client or to none. */
export const Client = z
  .object({
    id: Id,
    name: z.string(),
    contact: z.string(),
    notes: z.string(),
    archived: z.boolean(),
    /** True if its guests see Google’s clicks. */
    clicks: z.boolean(),
    websites_count: Count,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'Client',
    description: 'A group of websites. An archived client keeps its websites, and is given no others.',
  })
export type Client = z.infer<typeof Client>

/** An issue on the websites of a client. */
export const ClientIssue = z
  .object({
    check: z.string(),
    problem: z.string(),
    importance: z.enum(importances),
    websites: Count,
    pages: Count,
  })
  .meta({
    id: 'ClientIssue',
    description: 'A check with an issue that isn’t waived, and the numbers of websites and pages that have it.',
  })
export type ClientIssue = z.infer<typeof ClientIssue>

export const ClientBrand = z
  .object({
    name: z.string().nullable(),
    /** #rrggbb in lower case. */
    color: z.string().nullable(),
    logo: z.string().nullable(),
  })
  .meta({
    id: 'ClientBrand',
    description: 'The brand of a client’s reports and shared pages. Null: that of the team. `logo` is a data URL.',
  })
export type ClientBrand = z.infer<typeof ClientBrand>
