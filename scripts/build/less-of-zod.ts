import type { Cuts } from './less-of.ts'

/**
 * What of the library that reads answers nobody here uses: everything is read at once and one way, by our own calls. It neither
 * waits, nor writes back what it has read, nor is handed to other libraries.
 */
export const lessOfZod: Cuts[] = [
  { file: '/zod/v4/mini/schemas.js', known: { 'parse.parseAsync': 'void 0', 'parse.safeParseAsync': 'void 0' } },
  { file: '/zod/v4/core/schemas.js', known: { 'ctx.direction': 'void 0', 'ctx.async': '!1', 'ctx?.async': '!1' }, bodies: { standardProps: 'return {}', handleCanaryResult: '' } },
]
