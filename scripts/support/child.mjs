import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

const isWindows = process.platform === 'win32'

/**
 * Returns the environment in which the command `node` runs the given one.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} [env]
 */
export function withNode(node, env = process.env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const before = env[name]
  return { ...env, [name]: before ? dirname(node) + delimiter + before : dirname(node) }
}

/** @param {NodeJS.ProcessEnv} env */
function withoutColours(env) {
  const { FORCE_COLOR: _, ...rest } = env
  return process.stdout.isTTY ? env : { ...rest, NO_COLOR: '1' }
}

/**
 * Runs a program to its end. Returns its exit code and the text of both outputs in order. Kills it and its children
 * after `timeoutMs`.
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(file, args, { cwd = root, env = process.env, timeoutMs = 15 * 60_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: withoutColours(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: !isWindows,
      windowsHide: true,
    })
    let output = ''
    const killAll = () => killGroup(child, 'SIGKILL')
    const timer = setTimeout(() => {
      output += `\nEnded after ${Math.round(timeoutMs / 1000)} s without a response.\n`
      killAll()
    }, timeoutMs)
    process.once('exit', killAll)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => (output += text))
    }
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer)
      process.off('exit', killAll)
      resolve({ code, output })
    }
    child.once('error', (error) => {
      output += `${error.message}\n`
      finish(127)
    })
    // A process it left running may keep the outputs open, so don't wait for 'close' for ever.
    child.once('exit', (code) => setTimeout(() => finish(code ?? 1), 2_000).unref())
    child.once('close', (code) => finish(code ?? 1))
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function killGroup(child, signal) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    if (isWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It ended in the meantime.
  }
}

/**
 * Runs a program with this terminal and exits with its exit code. The program has its own process group: Ctrl-C reaches
 * this process from the terminal, from npm or from both, and is forwarded exactly once. `follow-parent.mjs` stops the
 * program if this process is killed.
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<never>}
 */
export function handOver(node, args) {
  const follow = pathToFileURL(join(root, 'scripts', 'support', 'follow-parent.mjs')).href
  const child = spawn(node, isWindows ? args : ['--import', follow, ...args], {
    cwd: root,
    env: withNode(node),
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    detached: !isWindows,
  })
  let lastSignalAt = 0
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const isRepeated = Date.now() - lastSignalAt < 500
      lastSignalAt = Date.now()
      // A closed terminal stops the program like Ctrl-C does.
      if (!isRepeated) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  stopWhenOrphaned(() => child.kill('SIGTERM'))
  return new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/**
 * Calls `stop` when the parent process has died: npm forwards signals only to its shell, which dies of them.
 * @param {() => void} stop
 */
function stopWhenOrphaned(stop) {
  if (isWindows || !process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 250)
  watch.unref()
}
