import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../support/root.mjs'
import { buildStatic, readOptions } from './static-folder.mjs'

describe('the options of a static build', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({ out: join(root, 'dist/static'), base: '/', server: '' })
  })

  it('name a folder, a path and a server', () => {
    expect(
      readOptions(['--out', '/srv/seo', '--base', '/tools/seo/', '--server', 'https://SEO.example/x/api/v1/']),
    ).toEqual({ out: '/srv/seo', base: '/tools/seo/', server: 'https://seo.example/x' })
  })

  it.each([
    [['--base', 'seo'], '--base must be a path such as /seo/, not seo'],
    [['--base', '/seo'], 'starts and ends with a slash'],
    [['--base', '//seo/'], '--base must be a path'],
    [['--base', '/../seo/'], '--base must be a path'],
    [['--base', '/s"o/'], '--base must be a path'],
    [['--base', 'https://seo.example/'], '--base must be a path'],
    [['--server', 'seo.example'], '--server must be a URL'],
    [['--server', 'javascript:alert(1)'], '--server must be a URL'],
    [['--server', 'https://me:secret@seo.example'], 'must not contain a username or password'],
    [['--out', ''], '--out must be a folder'],
    [['--outt', 'x'], 'Usage: npm run build:static'],
    [['somewhere'], 'Usage: npm run build:static'],
  ])('%j are refused in words', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence)
  })
})

describe('a static build', () => {
  const above = mkdtempSync(join(tmpdir(), 'static '))
  afterAll(() => rmSync(above, { recursive: true }))

  it('deletes nothing that is no earlier build', async () => {
    const out = join(above, 'papers')
    mkdirSync(out)
    writeFileSync(join(out, 'index.html'), 'mine')
    await expect(buildStatic(process.execPath, { out, base: '/', server: '' })).rejects.toThrow(
      'contains other files, which would be deleted',
    )
    await expect(
      buildStatic(process.execPath, { out: join(out, 'index.html'), base: '/', server: '' }),
    ).rejects.toThrow('is a file')
    expect(readdirSync(out)).toEqual(['index.html'])
  })
})
