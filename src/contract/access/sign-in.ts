import * as z from 'zod'
import { teamRoles } from '../service-info.ts'
import { Id, Timestamp } from '../values.ts'
import { Grant } from './people.ts'

/** In Unicode code points. */
export const maxProviderName = 60
export const maxClientId = 300
export const maxClientSecret = 1_000
export const maxEmailDomains = 100

export const SignInWays = z
  .object({ passwords: z.boolean(), providers: z.array(z.object({ id: Id, name: z.string() })) })
  .meta({
    id: 'SignInWays',
    description:
      'The ways to sign in besides one-time links: a password, and the providers whose page `/sign-in/{id}/start` opens.',
  })
export type SignInWays = z.infer<typeof SignInWays>

export const SignInProvider = z
  .object({
    id: Id,
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean(),
    email_domains: z.array(z.string()),
    team_role: z.enum(teamRoles),
    grants: z.array(Grant),
    require_verified_email: z.boolean(),
    enabled: z.boolean(),
    tested_at: Timestamp.nullable(),
    callback_url: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'SignInProvider',
    description:
      'An OpenID Connect provider. `email_domains` is empty if any email can sign in. A new person gets `team_role` and `grants`. `tested_at` is when an owner last signed in with these settings; null means never, and then it can’t be enabled. `callback_url` is to be registered with the provider.',
  })
export type SignInProvider = z.infer<typeof SignInProvider>

/** The password is one of the ways in, by this ID. */
export const passwordIdentity = 'password'

export const OwnIdentity = z
  .object({
    id: z.union([Id, z.literal(passwordIdentity)]),
    provider: z.object({ id: Id, name: z.string() }).nullable(),
    email: z.string().nullable(),
    created_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
  })
  .meta({
    id: 'OwnIdentity',
    description:
      'A way to sign in to one’s own account. `provider` is null for the password. `email` is what the provider knows.',
  })
export type OwnIdentity = z.infer<typeof OwnIdentity>

export const SignInStart = z.object({ url: z.string() })

/** Why signing in by a provider failed: `problem` in the address of the page that the browser is sent to. */
export const signInProblems = [
  'cancelled',
  'expired',
  'provider_down',
  'provider_error',
  'no_email',
  'unverified_email',
  'other_domain',
  'email_taken',
  'identity_taken',
  'invitation_expired',
  'suspended',
  'signed_out',
  'settings_changed',
  'no_secret',
] as const
export type SignInProblem = (typeof signInProblems)[number]
