import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findChromium } from './chromium.ts'

it('finds the browser that is named, or one on the path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, process.platform === 'win32' ? 'chromium.exe' : 'chromium')
  await writeFile(file, '')
  await chmod(file, 0o755)
  expect(await findChromium({ PATH: folder })).toBe(file)
  expect(await findChromium({ PATH: '', CHROMIUM_PATH: file })).toBe(file)
  expect(await findChromium({ PATH: folder, CHROMIUM_PATH: '' })).toBeUndefined()
  expect(await findChromium({ PATH: folder, CHROMIUM_PATH: join(folder, 'missing') })).toBeUndefined()
})
