import * as z from 'zod'
import { type RenderMode, renderModes } from '../reports/rendering.ts'
import { Timestamp } from '../values.ts'

/** The most text that a website's identity can have of each kind, so that no request grows beyond what servers take. */
export const identityLimits = {
  userAgentSuffix: 200,
  headers: 20,
  cookies: 50,
  /** Bytes of all headers, and of all cookies. */
  bytes: 8 * 1024,
  basic: 256,
  hosts: 20,
} as const

/** Render modes on the wire are their places in the list. */
export const renderValues = { auto: 0, always: 1, never: 2 } as const satisfies Record<RenderMode, number>
export const renderModeOf = (value: 0 | 1 | 2): RenderMode => renderModes[value]

const Flag = z.enum({ no: 0, yes: 1 })
const Names = z.array(z.string()).nullable()

export const WebsiteIdentity = z
  .object({
    render: z.enum(renderValues),
    judge_as_production: Flag,
    production_host: z.string().nullable(),
    is_set: z.boolean(),
    is_locked: z.boolean(),
    hosts: Names,
    has_user_agent_suffix: z.boolean().nullable(),
    headers: Names,
    has_basic_user: z.boolean().nullable(),
    has_basic_password: z.boolean().nullable(),
    cookies: Names,
    signature: Flag.nullable(),
    key_directory: z.string().nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({
    id: 'WebsiteIdentity',
    description:
      'How a website’s pages are requested and rendered. `render` is 0 for automatic, 1 for always, 2 for never. Values are never returned: `headers` and `cookies` are names. `hosts` are the further hosts that it is sent to. With `judge_as_production`, canonical URLs, hreflang and sitemaps that name `production_host` are read as if they named the website. `is_set` tells if anything is sent; `is_locked` that it was encrypted with a key that this server doesn’t have, so that analyses fail. `key_directory` is the URL of the public keys that signed requests name, null without a public https URL. A read-only key gets null for what is set.',
  })
export type WebsiteIdentity = z.infer<typeof WebsiteIdentity>

export const websiteIdentityExample: WebsiteIdentity = {
  render: renderValues.auto,
  judge_as_production: 1,
  production_host: 'www.shop.example',
  is_set: true,
  is_locked: false,
  hosts: ['cdn.shop.example'],
  has_user_agent_suffix: false,
  headers: ['X-Staging'],
  has_basic_user: true,
  has_basic_password: true,
  cookies: ['session'],
  signature: 0,
  key_directory: 'https://seo.example.com/.well-known/http-message-signatures-directory',
  updated_at: '2026-11-27T09:30:00.000Z',
}

export const OwnHosts = z.object({ hosts: z.array(z.string()) }).meta({
  id: 'OwnHosts',
  description: 'The other hosts of the owner of a website, such as those of its shop and its blog.',
})
export type OwnHosts = z.infer<typeof OwnHosts>

/** The parts of an identity that a request can have. */
export const identityParts = ['user_agent_suffix', 'headers', 'basic', 'cookies', 'signature'] as const

/** What came of a request with an identity. */
export const IdentityAttempt = z
  .object({
    url: z.string(),
    final_url: z.string(),
    status: z.int().nullable(),
    requests: z.array(
      z.object({
        url: z.string(),
        status: z.int().nullable(),
        sent: z.array(z.enum(identityParts)),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({
    id: 'IdentityAttempt',
    description:
      'The requests for a URL, one for each redirect, as their servers saw them. `sent` names the parts of the identity that a request had; its values are masked. `status` is that of the last response, and null without one.',
  })
export type IdentityAttempt = z.infer<typeof IdentityAttempt>
