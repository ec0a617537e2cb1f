import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { canMeasure, endProcesses, runningProcesses } from './process-watch.ts'

const isRunning = (pid: number) => runningProcesses().some((one) => one.pid === pid)

it.runIf(canMeasure)('all processes of a session end, also those whose parents have ended', async () => {
  const leader = spawn('sh', ['-c', 'sh -c "sleep 60 & echo \\$!"; exec sleep 60'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(leader.stdout, 'data')) as [Buffer]
  const orphan = Number(line)
  const other = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  expect([leader.pid, orphan, other.pid].map((pid) => isRunning(pid ?? 0))).toEqual([true, true, true])
  expect(await endProcesses({ session: leader.pid ?? null, uid: null })).toEqual([])
  expect([leader.pid, orphan, other.pid].map((pid) => isRunning(pid ?? 0))).toEqual([false, false, true])
  other.kill('SIGKILL')
})

it.runIf(process.getuid?.() === 0)('all processes of a user end, whatever their session', async () => {
  const uid = 65_000
  const one = spawn('sh', ['-c', 'setsid sh -c "sleep 60 & echo \\$!"'], {
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(one.stdout, 'data')) as [Buffer]
  const orphan = Number(line)
  expect(isRunning(orphan)).toBe(true)
  expect(await endProcesses({ session: null, uid })).toEqual([])
  expect(isRunning(orphan)).toBe(false)
})
