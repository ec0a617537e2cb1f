// @module-tag all
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { servePages } from '#testing/servers/loopback.ts'
import { browserWith, rendererFor, renderingChromium as chromium, script } from '#testing/service/rendering.ts'
import { canMeasure, commandOf, runningProcesses, usagesBelow } from './process-watch.ts'
import { NotRendered } from './rendered-page.ts'

/** Leaves a process in a session of its own, as a crash handler is, which names the folder of the browser. */
const orphan = '(setsid tail -f /dev/null "$HOME/left" &)'

/** Returns the commands of processes that name a folder of a service's browsers. */
const namingFolderOf = (pid = process.pid) =>
  runningProcesses()
    .map((one) => commandOf(one.pid))
    .filter((command) => command.includes(`seo-reports-browser-${pid}-`))

describe.skipIf(!chromium || !canMeasure)('a browser', () => {
  it('leaves no process, not even with 200 busy workers', async () => {
    const { host, url } = await servePages({
      '/': script(`for (let i = 0; i < 200; i++) new Worker(URL.createObjectURL(new Blob(['while (true);'])))`),
    })
    const renderer = rendererFor([host], { chromium: await browserWith(orphan) })
    const refused = expect(renderer.render({ url, screenshot: false })).rejects.toThrow(NotRendered)
    const threadsOf = ({ pid }: { pid: number }) => statSync(`/proc/${pid}/task`, { throwIfNoEntry: false })?.nlink ?? 0
    await expect.poll(() => Math.max(0, ...usagesBelow(process.pid).map(threadsOf))).toBeGreaterThan(60)
    const sessions = new Set(usagesBelow(process.pid).map(({ pid }) => pid))
    expect(namingFolderOf().length).toBeGreaterThan(0)
    await renderer.close()
    await refused
    expect(sessions.size).toBeGreaterThan(4)
    expect(namingFolderOf()).toEqual([])
    expect(runningProcesses().filter(({ pid, session }) => sessions.has(pid) || sessions.has(session))).toEqual([])
  })

  it('leaves no process when its service is killed', async () => {
    const file = await browserWith(orphan)
    const code = `
      import { createRenderer } from ${JSON.stringify(new URL('renderer.ts', import.meta.url).href)}
      const renderer = createRenderer({ chromium: process.argv[1], withoutSandbox: false, allowHosts: new Set() })
      console.log(await renderer.problem())
      setInterval(() => {}, 1000)`
    const service = spawn(process.execPath, ['--input-type=module', '-e', code, file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void service.kill('SIGKILL'))
    expect(String((await once(service.stdout, 'data'))[0])).toBe('null\n')
    const left = () => namingFolderOf(service.pid)
    expect(left().filter((command) => command.includes('/left'))).toHaveLength(1)
    service.kill('SIGKILL')
    await expect.poll(left).toEqual([])
  })
})
