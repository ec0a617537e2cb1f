import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const web = fileURLToPath(new URL('../../src/web/', import.meta.url))
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

/** They work while developing and would fail in the build, which leaves their parts of the library out (vite.config.ts). */
const leftOut = /\b(useMutation|useMutationState|useIsMutating|MutationObserver|useInfiniteQuery|infiniteQueryOptions|useSuspense\w*Quer\w+|QueryErrorResetBoundary|throwOnError)\b/

it('uses nothing of the query library that the build leaves out', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name) => /from '@tanstack\/react-query'/.test(readFileSync(join(web, name), 'utf8')) && leftOut.test(readFileSync(join(web, name), 'utf8')))).toEqual([])
})
