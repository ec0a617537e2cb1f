import { expect, it } from 'vitest'
import { signInProblems } from '#contract/access/sign-in.ts'
import { problemSentence, readReturn } from './ways-in.ts'
import { providerWords } from './words.ts'

const ways = { passwords: true, providers: [{ id: 2, name: 'Work' }] }

it.each([
  ['', null],
  ['?problem=expired', null],
  ['?provider=0', null],
  ['?provider=x&problem=expired', null],
  ['?provider=2', { provider: 2, problem: null }],
  ['?provider=2&problem=no_email&to=%2Fwebsites', { provider: 2, problem: 'no_email' }],
  ['?provider=2&problem=unknown', { provider: 2, problem: null }],
])('reads with what a browser came back from %s', (search, back) => {
  expect(readReturn(search)).toEqual(back)
})

it('names the provider in the sentence of a failure', () => {
  expect(problemSentence({ provider: 2, problem: 'no_email' }, ways)).toContain('Work')
  expect(problemSentence({ provider: 3, problem: 'no_email' }, ways)).toContain(providerWords.unnamed)
  expect(problemSentence({ provider: 2, problem: null }, ways)).toBeUndefined()
  for (const problem of signInProblems) expect(problemSentence({ provider: 2, problem }, ways)).toMatch(/^[A-Zt].+\.$/)
})
