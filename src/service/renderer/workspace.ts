import { randomInt } from 'node:crypto'
import { chownSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcesses, usersOfProcesses } from './process-watch.ts'

/** These users belong to nobody: systemd gives them to services that need one. */
const uids = { first: 61_184, count: 4_336 }
const prefix = 'seo-reports-browser-'

const taken = new Set<number>()

/** The user and the folder of one browser, both for it alone. */
export type Workspace = { uid: number | null; folder: string; remove(): void }

/** The user is null, which means that of the service, unless the service is root and the browser needs another. */
export function createWorkspace(needsUser = true): Workspace {
  const uid = needsUser && process.getuid?.() === 0 ? unusedUid() : null
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const remove = () => {
    if (uid !== null) taken.delete(uid)
    removeFolder(folder)
  }
  try {
    if (uid !== null) {
      taken.add(uid)
      chownSync(folder, uid, uid)
    }
    return { uid, folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** A folder that can't be removed stays. It is tried again when the service starts. */
function removeFolder(folder: string) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // The browser has ended all the same.
  }
}

/** Returns a user without processes. Services beside this one choose theirs at random too. */
function unusedUid(): number {
  const used = new Set([...taken, ...usersOfProcesses()])
  for (let attempt = 0; attempt < 100; attempt++) {
    const uid = uids.first + randomInt(uids.count)
    if (!used.has(uid)) return uid
  }
  throw new Error('No user is left for a browser.')
}

/** Removes the folders of browsers whose service was killed, once it has ended the processes that name them. */
export async function removeLeftFolders(): Promise<void> {
  const left = listed(tmpdir()).filter((name) => {
    const pid = Number(/^seo-reports-browser-(\d+)-\w+$/.exec(name)?.[1] ?? process.pid)
    if (pid === process.pid || isRunning(pid)) return false
    const status = statusOf(join(tmpdir(), name))
    return status?.isDirectory() === true && isOurs(status.uid)
  })
  const remove = async (name: string) => {
    const folder = join(tmpdir(), name)
    // Its user can belong to another browser by now.
    await endProcesses({ session: null, uid: null, folder })
    removeFolder(folder)
  }
  await Promise.all(left.map(remove))
}

const isOurs = (uid: number) => {
  const own = process.getuid?.()
  return uid === own || (own === 0 && uid >= uids.first && uid < uids.first + uids.count)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the names in a folder, or none if it can't be read. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns null for what has gone in between. */
const statusOf = (file: string) => lstatSync(file, { throwIfNoEntry: false }) ?? null
