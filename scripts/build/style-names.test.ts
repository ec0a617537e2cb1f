import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support/root.mjs'

it('gives every CSS module a file name of its own, because its class names begin with it', () => {
  const names = globSync('src/web/**/*.module.css', { cwd: root }).map((file) => basename(file))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
