import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Cuts, cut } from './less-of.ts'

const cutOf = (code: string, cuts: Omit<Cuts, 'file'>) => cut(code, { file: 'library.mjs', ...cuts })

describe('a cut', () => {
  it('gives a function another body, however it is written', () => {
    expect(
      cutOf('function a(x) { work(x) }; const b = async () => { work() }', { bodies: { a: 'return x', b: '' } }),
    ).toBe('function a(x) {return x}; const b = async () => {}')
  })
  it('tells functions of one name apart by what they stand in', () => {
    const code = 'function one() { function get() { work() } }; function two() { function get() { work() } }'
    expect(cutOf(code, { bodies: { 'two.get': '' } })).toBe(
      'function one() { function get() { work() } }; function two() { function get() {} }',
    )
  })
  it('gives a variable another value', () =>
    expect(cutOf('var a = b(() => {}), c', { variables: { a: 'null' } })).toBe('var a = null, c'))
  it('puts what is known where it is read, and nowhere else', () => {
    const code =
      'let on = f(); on = true; on++; let { on: x } = y, [on] = z; if (on && o.on && { on: on }.on) g((on) => !on)'
    expect(cutOf(code, { known: { on: '!1' } })).toBe(
      'let on = f(); on = true; on++; let { on: x } = y, [on] = z; if ((!1) && o.on && { on: (!1) }.on) g((on) => !(!1))',
    )
  })
  it('knows comparisons', () =>
    expect(cutOf('if (a instanceof B) b(); else c(a instanceof C)', { known: { 'a instanceof B': '!1' } })).toBe(
      'if ((!1)) b(); else c(a instanceof C)',
    ))
  it('knows members of objects', () =>
    expect(cutOf('if (a.b.c) a.b = 1', { known: { 'a.b': 'void 0' } })).toBe('if ((void 0).c) a.b = 1'))
  it('takes a statement away by how it begins', () => {
    expect(cutOf('if (a) {\n  b()\n} else c()\nd()', { without: ['if (a) { b('] })).toBe(';\nd()')
  })
  it('leaves alone what stands in something that goes', () => {
    expect(cutOf('function a() { if (b) c() }; if (b) d()', { bodies: { a: '' }, known: { b: '1' } })).toBe(
      'function a() {}; if ((1)) d()',
    )
  })
  it('of what is not there, or there twice, is a mistake that names it', () => {
    const twice = 'function a() {}; { function a() {} }'
    expect(() =>
      cutOf(twice, { bodies: { a: '' }, variables: { b: '0' }, known: { 'c.d': '0' }, without: ['throw'] }),
    ).toThrow('library.mjs has "a" 2 times, "b" 0 times, "throw" 0 times, "c.d" 0 times')
  })
})

describe('the dashboard uses nothing that the build leaves out', () => {
  const rooms = ['web', 'contract'].map((room) => fileURLToPath(new URL(`../../src/${room}/`, import.meta.url)))
  const filesOf = (room: string) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const sources = rooms.flatMap((room) =>
    filesOf(room).map((name) => ({ name, code: readFileSync(join(room, name), 'utf8') })),
  )

  // It would work while developing, and fail in the build.
  it.each([
    [
      '@tanstack/react-query',
      /\b(useMutation|useMutationState|useIsMutating|MutationObserver|useInfiniteQuery|infiniteQueryOptions|useSuspense\w*Quer\w+|QueryErrorResetBoundary|throwOnError)\b/,
    ],
    [
      'react-router-dom',
      /\b(Form|useFetchers?|useSubmit|useFormAction|useActionData|useViewTransitionState|\w*Hash\w*Router|HistoryRouter)\b(?=[^}]*\} from 'react-router)|\b(viewTransition|instrumentations|hydrationData|patchRoutesOnNavigation|dataStrategy|getContext)\b(?!\()|\b(prefetch|action)=|\bcreateBrowserRouter\([^)]*,|\blazy: \{/,
    ],
    [
      'zod/mini',
      /\b(safeParse|parse)Async\b|\bz\.(coerce|discriminatedUnion|templateLiteral)\b|\babortEarly\b|\bz\.(safe)?(en|de)code|\bz\.(safe)?(En|De)code|\bz\.codec\b|~standard/,
    ],
  ])('of %s', (library, leftOut) => {
    const users = sources.filter(({ code }) => code.includes(`from '${library}'`))
    expect(users.length).toBeGreaterThan(15)
    expect(users.filter(({ code }) => leftOut.test(code)).map(({ name }) => name)).toEqual([])
  })
})
