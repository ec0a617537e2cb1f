import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from './failure.mjs'
import { root } from './root.mjs'

/** The holder touches the lock at this interval. */
const touchMs = 1_000
/** A lock untouched for this long belongs to a killed process. */
const staleMs = 15_000
const maxWaitMs = 15 * 60_000

/**
 * Runs `work` in one process at a time, because two concurrent starts must not install or build into the same folder.
 * The holder keeps touching the lock, so the lock of a killed process can be recognised and taken over.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const folder = join(root, '.cache')
  const file = join(folder, `${name}.lock`)
  mkdirSync(folder, { recursive: true })
  const end = Date.now() + maxWaitMs
  while (!take(file)) {
    if (Date.now() > end) throw new Failure(`Another process has held the ${name} lock for 15 minutes: ${file}`)
    await pause(200)
  }
  const release = () => rmSync(file, { force: true })
  const stop = () => process.exit(130)
  const timer = setInterval(() => touch(file), touchMs)
  process.once('exit', release)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    process.off('exit', release)
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    release()
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    if (isStale(file)) removeStale(file)
    return false
  }
}

/**
 * Removes a stale lock. Two waiting processes may find the same one, and the first may already have replaced it. So the
 * lock is moved aside, checked again, and put back if it is a new one.
 * @param {string} file
 */
function removeStale(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (isStale(aside)) rmSync(aside, { force: true })
    else renameSync(aside, file)
  } catch {
    // Another process was faster.
  }
}

/** @param {string} file */
function isStale(file) {
  try {
    return Date.now() - statSync(file).mtimeMs > staleMs
  } catch {
    return false
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Another process took over while the machine was suspended. The work is idempotent, so this one may continue.
  }
}
