import type { Header } from '../gathered.ts'

/** `saving` is how many bytes minification would take off, estimated. Decoded bytes. */
export type CodeFacts = { kind: 'script' | 'style'; bytes: number; saving: number }

/** Null when the answer is neither script nor style sheet, or not whole. */
export const readCode = (_bytes: Uint8Array, _headers: Header[], _truncated: boolean): CodeFacts | null => null
