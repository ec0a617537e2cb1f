import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findChromium } from './find-chromium.ts'

it('finds the browser that is named, or one on the path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, process.platform === 'win32' ? 'chromium.exe' : 'chromium')
  await writeFile(file, '')
  await chmod(file, 0o755)
  expect(findChromium({ PATH: folder })).toBe(file)
  expect(findChromium({ PATH: '', CHROMIUM_PATH: file })).toBe(file)
  expect(findChromium({ PATH: folder, CHROMIUM_PATH: '' })).toBeUndefined()
  expect(findChromium({ PATH: folder, CHROMIUM_PATH: join(folder, 'missing') })).toBeUndefined()
})
