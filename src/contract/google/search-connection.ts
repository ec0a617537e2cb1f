import * as z from 'zod'
import { googleProblems } from './google-problems.ts'

/** The ways in which a website's figures come from Google. */
export const connectionKinds = ['oauth', 'service', 'file'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/**
 * `none`: nothing is connected. `choose`: a property must be chosen. `pulling`: a pull runs or is about to. `waiting`:
 * it goes on by itself later. `failed`: a person must do something.
 */
export const connectionStates = ['none', 'choose', 'pulling', 'ready', 'waiting', 'failed'] as const
export type ConnectionState = (typeof connectionStates)[number]

export const GoogleProblem = z.object({
  code: z.enum(googleProblems),
  message: z.string(),
  link: z.string().nullable(),
})
export type GoogleProblem = z.infer<typeof GoogleProblem>

const Day = z.iso.date()

export const SearchConnection = z
  .object({
    kind: z.enum(connectionKinds).nullable(),
    property: z.string().nullable(),
    account: z.string().nullable(),
    state: z.enum(connectionStates),
    problem: GoogleProblem.nullable(),
    first_day: Day.nullable(),
    last_day: Day.nullable(),
    rows: z.int().min(0).nullable(),
  })
  .meta({
    id: 'SearchConnection',
    description:
      'How a website’s figures come from Google Search Console. `account` is the email of a service account; Google doesn’t tell it for OAuth. `problem` is what Google last refused, with the next step in `message` and where to take it in `link`. `first_day` and `last_day` are the first and the last day with figures, and `rows` the rows of pages that are stored; they stay after a website is disconnected. Days are those of Pacific time. A read-only key gets neither `account` nor `problem`.',
  })
export type SearchConnection = z.infer<typeof SearchConnection>

export const SearchProperty = z.object({ property: z.string(), permission: z.string() }).meta({
  id: 'SearchProperty',
  description: 'A property that the account can see. `permission` is what Google calls `permissionLevel`.',
})
export type SearchProperty = z.infer<typeof SearchProperty>

/** Why a line of a file was left out. */
export const lineRefusals = ['no_url', 'other_website', 'not_a_number', 'wrong_columns'] as const
export type LineRefusal = (typeof lineRefusals)[number]

/** A file names at most as many refused lines. */
export const maxRefusedLines = 100

export const ImportedFile = z
  .object({
    rows: z.int().min(0),
    first_day: Day,
    last_day: Day,
    refused: z.array(z.object({ line: z.int().min(1), reason: z.enum(lineRefusals) })).max(maxRefusedLines),
  })
  .meta({
    id: 'ImportedSearchFile',
    description: `What was taken of a file. The headings are line 1. \`refused\` are the first ${maxRefusedLines} lines that were left out.`,
  })
export type ImportedFile = z.infer<typeof ImportedFile>

/** To be said beside the figures of a file. */
export const aboutExports = 'Google’s export ends at 1,000 rows.'
/** The largest file, and the most text that can come out of one, in bytes. */
export const maxFileBytes = 50 * 1024 * 1024

export const GoogleClient = z
  .object({
    client_id: z.string().nullable(),
    has_client_secret: z.boolean(),
    callback_url: z.string(),
    about_testing: z.string(),
  })
  .meta({
    id: 'GoogleClient',
    description:
      'The server’s own OAuth client at Google, a web application. `callback_url` is to be registered with it. `about_testing` explains what the publishing status of the client does.',
  })
export type GoogleClient = z.infer<typeof GoogleClient>

/** What an owner must know before they create the client. */
export const aboutTesting =
  'While the app’s publishing status at Google is Testing, access ends after 7 days. It doesn’t end if the user type is Internal, or the status is In production.'
