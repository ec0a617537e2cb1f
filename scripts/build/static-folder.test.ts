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
    [['--base', 'seo'], '--base seo is no path of a host'],
    [['--base', '/seo'], 'begins and ends with a slash'],
    [['--base', '//seo/'], 'is no path'],
    [['--base', '/../seo/'], 'is no path'],
    [['--base', '/s"o/'], 'is no path'],
    [['--base', 'https://seo.example/'], 'is no path'],
    [['--server', 'seo.example'], 'is no address of a server'],
    [['--server', 'javascript:alert(1)'], 'is no address of a server'],
    [['--server', 'https://me:secret@seo.example'], 'must hold no name and no password'],
    [['--out', ''], '--out names no folder'],
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
      'holds something else, which would be deleted',
    )
    await expect(
      buildStatic(process.execPath, { out: join(out, 'index.html'), base: '/', server: '' }),
    ).rejects.toThrow('is a file')
    expect(readdirSync(out)).toEqual(['index.html'])
  })
})
