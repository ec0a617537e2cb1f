import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type SmallDisk = {
  folder: string
  /** Takes all space that is left. */
  fill(): void
  /** Gives it back. */
  free(): void
}

/**
 * Mounts a disk in memory until the running test ends. Returns undefined if this user can't mount one.
 * @param owner the user and group of its folder
 */
export function mountSmallDisk(megabytes: number, owner?: { uid: number; gid: number }): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'seo-reports-disk-'))
  onTestFinished(() => rmdirSync(folder))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const filler = join(folder, 'filler')
  return { folder, fill: () => fillWith(filler), free: () => rmSync(filler) }
}

function fillWith(name: string) {
  const file = openSync(name, 'w')
  const page = Buffer.alloc(4096)
  try {
    for (;;) writeSync(file, page)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
