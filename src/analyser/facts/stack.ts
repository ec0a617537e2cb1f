import type { Header } from '../gathered.ts'
import type { Handlers } from './walk.ts'

export type Technology = { name: string; kind: 'cms' | 'shop' | 'framework' | 'analytics' | 'cdn' | 'server'; version: string | null; because: string }
export type StackFacts = Technology[]

export function collectStack(_headers: Header[]) {
  const handlers: Handlers = {}
  return { handlers, finish: (): StackFacts => [] }
}
