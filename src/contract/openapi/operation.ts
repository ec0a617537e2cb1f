import type * as z from 'zod/mini'
import type { extensionNames } from '../service-info.ts'
import type { HeaderName } from './headers.ts'
import type { Parameter } from './parameters.ts'
import type { ProblemStatus } from './problems.ts'

export type Method = 'get' | 'post' | 'put' | 'delete'

/**
 * Who may ask: any key, a full key, a full key to write, somebody with or without a key, or nobody's key is looked at.
 * `health` is outside of all limits.
 */
export type Access = 'read' | 'write' | 'full' | 'either' | 'none' | 'health'

export type Success = {
  description: string
  schema?: z.ZodMiniType
  type?: string
  headers?: readonly HeaderName[]
  example?: unknown
}

export type Operation = {
  id: string
  summary: string
  description?: string
  tag: Tag
  /** The name under which `GET /api/v1` lists what is beyond the specification. */
  extension?: (typeof extensionNames)[number]
  access: Access
  parameters?: readonly Parameter[]
  form?: z.ZodMiniType
  answers: Record<number, Success>
  /** Beyond those that follow from the method, the access and the parameters. */
  refusals?: readonly ProblemStatus[]
  /** What is locked by a password says so with 401. */
  lockable?: true
}

export type Paths = Record<string, Partial<Record<Method, Operation>>>

export const tags = {
  Reports: 'The reports of the specification.',
  Websites: 'The websites of the specification.',
  'Beyond the specification': 'What `GET /api/v1` lists under `extensions`.',
  'Without a key': 'What a website shows by its privacy, and a link to whoever has it.',
  Service: 'About the service itself.',
} as const
export type Tag = keyof typeof tags
