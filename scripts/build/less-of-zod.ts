import type { Cuts } from './less-of.ts'

/**
 * What of the library that reads answers nobody here uses: everything is read at once and one way, by our own calls. It neither
 * waits, nor turns what is sent into another type by itself, nor stops at the first fault, nor writes back what it has read, nor is
 * handed to other libraries. Its errors are told as they come, without words of their own.
 */
export const lessOfZod: Cuts[] = [
  { file: '/zod/v4/mini/schemas.js', known: { 'parse.parseAsync': 'void 0', 'parse.safeParseAsync': 'void 0' } },
  {
    file: '/zod/v4/core/schemas.js',
    known: {
      'ctx.direction': 'void 0',
      'ctx.async': '!1',
      'ctx?.async': '!1',
      ...Object.fromEntries(
        ['_', 'r', '_out', 'left', 'right', 'result', 'checkResult', 'canary'].map((name) => [
          `${name} instanceof Promise`,
          '!1',
        ]),
      ),
      asyncResult: 'void 0',
      'proms.length': '0',
      abortEarly: '!1',
      'ctx.skipChecks': '!1',
      'def.coerce': '!1',
      'core.globalConfig.memoizer': 'void 0',
    },
    bodies: { standardProps: 'return {}', handleCanaryResult: '', capSize: '' },
    // Asked for by unions that are told apart by a field, and by patterns made of types.
    without: [
      'util.defineLazyInternal(inst, "propValues", (zod) => { const shape',
      'util.defineLazyInternal(inst, "pattern", (zod) => { const patternValues',
    ],
  },
  { file: '/zod/v4/core/parse.js', known: { 'result instanceof Promise': '!1' } },
  {
    file: '/zod/v4/core/core.js',
    known: { 'globalThis.__zod_globalConfig?.postProcessor': 'void 0' },
    bodies: { newError: 'return new Definition()' },
    without: ['for (const k in proto)'],
  },
  {
    file: '/zod/v4/core/errors.js',
    variables: { _installedToString: '0' },
    without: ['if (!_installedToString.has(proto))'],
  },
  {
    file: '/zod/v4/core/util.js',
    bodies: {
      finalizeIssue: 'const { inst, schema, input, continue: _, ...told } = iss; return { path: [], ...told }',
    },
    variables: { captureStackTrace: '() => {}' },
  },
]
