import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from './failure.mjs'
import { root } from './root.mjs'

const beatMs = 1_000
const staleMs = 15_000
const patienceMs = 15 * 60_000

/**
 * Lets one process at a time do `work`: two starts at once must not install or build into the same folder. The holder
 * keeps touching the lock, so that one left behind by a killed process is taken over.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const folder = join(root, '.cache')
  const file = join(folder, `${name}.lock`)
  mkdirSync(folder, { recursive: true })
  const end = Date.now() + patienceMs
  while (!take(file)) {
    if (Date.now() > end) throw new Failure(`Another process has been busy with the ${name} for 15 minutes: ${file}`)
    await pause(200)
  }
  const release = () => rmSync(file, { force: true })
  const stop = () => process.exit(130)
  const beat = setInterval(() => touch(file), beatMs)
  process.once('exit', release)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await work()
  } finally {
    clearInterval(beat)
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
    if (isStale(file)) remove(file)
    return false
  }
}

/**
 * Two that wait may find the same stale lock: what was moved aside is looked at again, and put back if it is a new one.
 * @param {string} file
 */
function remove(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (isStale(aside)) rmSync(aside, { force: true })
    else renameSync(aside, file)
  } catch {
    // The other one was quicker.
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
    // Taken over while this process slept (a suspended machine): the work is idempotent, so it may go on.
  }
}
