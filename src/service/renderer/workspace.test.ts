import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { canMeasure } from './process-watch.ts'
import { createWorkspace, removeLeftFolders } from './workspace.ts'

/** Creates a folder in that for temporary files. */
function folderNamed(name: string): string {
  const folder = join(tmpdir(), name)
  mkdirSync(join(folder, 'profile'), { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('folders of services that were killed are removed with the processes that name them, and no others', async () => {
  const ended = spawn(process.execPath, ['--version'])
  await once(ended, 'close')
  const left = folderNamed(`seo-reports-browser-${ended.pid}-abcdef`)
  const others = [
    folderNamed(`seo-reports-browser-${process.ppid}-abcdef`),
    folderNamed(`seo-reports-other-${ended.pid}-abcdef`),
  ]
  const own = createWorkspace()
  onTestFinished(() => own.remove())
  const follow = (folder: string) => {
    const one = spawn('tail', ['-f', '/dev/null', join(folder, 'profile')], { stdio: 'ignore' })
    onTestFinished(() => void one.kill('SIGKILL'))
    return one
  }
  const other = follow(own.folder)
  const ending = once(follow(left), 'exit')
  await removeLeftFolders()
  expect(existsSync(left)).toBe(false)
  if (canMeasure) expect(await ending).toEqual([null, 'SIGKILL'])
  expect(other.exitCode ?? other.signalCode).toBeNull()
  for (const folder of [...others, own.folder]) expect(existsSync(folder)).toBe(true)
})

it('a folder that cannot be removed stays', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const parent = folderNamed(`browsers-${process.pid}`)
  vi.stubEnv('TMPDIR', join(parent, 'profile'))
  const own = createWorkspace()
  rmSync(join(parent, 'profile'), { recursive: true })
  symlinkSync('profile', join(parent, 'profile'))
  expect(() => rmSync(own.folder, { recursive: true, force: true })).toThrow()
  expect(() => own.remove()).not.toThrow()
})

it.runIf(process.getuid?.() === 0)('each browser has a user of its own, whom no process has', async () => {
  const first = createWorkspace()
  onTestFinished(() => first.remove())
  const uid = first.uid ?? 0
  const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(1)'], { uid, gid: uid })
  onTestFinished(() => void program.kill('SIGKILL'))
  await once(program.stdout, 'data')
  first.remove()
  const all = Array.from({ length: 60 }, () => createWorkspace())
  for (const one of all) one.remove()
  const users = all.map((one) => one.uid)
  expect(new Set(users).size).toBe(60)
  expect(users).not.toContain(uid)
})
